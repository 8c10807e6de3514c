/** The list fetches 10 at first, the popover shows at most 15, the panel 20 a page. */
export const listSizes = { first: 10, popover: 15, page: 20 } as const

/** The server stops counting here; the badge shows 99+ from 100 on. */
export const unreadCountLimit = 100

export function badgeOf(unread: number): string {
  return unread >= unreadCountLimit ? `${unreadCountLimit - 1}+` : String(unread)
}

/** A link leads to a page of our own and nowhere else; '//host' would leave. */
export function isInAppPath(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}
