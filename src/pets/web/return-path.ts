const here = 'http://here.invalid'

/**
 * Returns the path to go to after the form: the page before it, with the new pet selected if that was a booking form. Accepts
 * only paths of this site, as anyone can write an address.
 */
export function returnPath(from: string | null, petId?: string): string {
  const target = from?.startsWith('/') ? URL.parse(from, here) : null
  if (target?.origin !== here || target.pathname === '/profile/add-pet') return '/dashboard'
  if (petId && target.pathname.startsWith('/services/')) target.searchParams.set('pet', petId)
  return target.pathname + target.search + target.hash
}
