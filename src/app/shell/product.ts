/** What the pages call the product. */
export const product = {
  name: 'Pawfolk',
  /** Where the source lives: `repository.url` of package.json, put in by the build; null when it names none. */
  sourceUrl: __SOURCE_URL__,
}
