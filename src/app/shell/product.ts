/** The settings at build time. */
export const product = {
  /** `PRODUCT_NAME` */
  name: __PRODUCT_NAME__,
  /** `SOURCE_URL`; null when there is none. */
  sourceUrl: __SOURCE_URL__,
}
