/** Set by vite.config.ts. */
declare const __SOURCE_URL__: string | null

/** The operator's name for the product. */
declare const __PRODUCT_NAME__: string

/** The development server has no service worker. */
declare const __HAS_WORKER__: boolean

declare module 'virtual:theme-variables.css' {}
