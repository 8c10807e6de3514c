/** What the pages call the product: `PRODUCT_NAME` at the time of the build. */
export const product = {
  name: __PRODUCT_NAME__,
  /** Where the source lives: `repository.url` of package.json, put in by the build; null when it names none. */
  sourceUrl: __SOURCE_URL__,
}
