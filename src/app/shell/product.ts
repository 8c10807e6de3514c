/** What the pages say of the product: the settings at the time of the build. */
export const product = {
  /** `PRODUCT_NAME` */
  name: __PRODUCT_NAME__,
  /** `SOURCE_URL`; null when there is none. */
  sourceUrl: __SOURCE_URL__,
}
