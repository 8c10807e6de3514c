const here = 'http://here.invalid'

/**
 * Where to go after the form: the page someone came from, and from a booking form with the new pet picked. Only a path
 * of this site counts, whatever the address bar says; one that no route knows is sent home by the router.
 */
export function returnPath(from: string | null, petId?: string): string {
  const target = from?.startsWith('/') ? URL.parse(from, here) : null
  if (target?.origin !== here || target.pathname === '/profile/add-pet') return '/dashboard'
  if (petId && target.pathname.startsWith('/services/')) target.searchParams.set('pet', petId)
  return target.pathname + target.search + target.hash
}
