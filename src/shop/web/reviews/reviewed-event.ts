/** Announced in the browser when a review or its answer changes. */
export const reviewedEvent = 'shop:reviewed'
