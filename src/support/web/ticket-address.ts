/** A ticket's page, or `new`, or `all`. */
export const ticketAddress = (ticket: string) => `/help-support?ticket=${ticket}`
