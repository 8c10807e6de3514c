/** `ticket` is an id, `new` or `all`. */
export const ticketAddress = (ticket: string) => `/help-support?ticket=${ticket}`
