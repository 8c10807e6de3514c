/** Set by vite.config.ts. */
declare const __SOURCE_URL__: string | null

/** The operator's name for the product. */
declare const __PRODUCT_NAME__: string

declare module 'virtual:theme-variables.css' {}
