/** Completes "Log in to …"; any other page is named by its title. */
const purposes: Readonly<Record<string, string>> = {
  '/dashboard': 'see your home',
  '/dashboard/pet-visit-notes': 'see your pets’ visit notes',
  '/appointments': 'see your appointments',
  '/todo': 'see your to-do list',
  '/edit-profile': 'change your profile and settings',
  '/role-selection': 'choose your role',
  '/profile/add-pet': 'add a pet and see your pets',
  '/payments': 'see your payments',
  '/payment-success': 'see your payment',
  '/payment-failure': 'see your payment',
  '/services/book-a-vet': 'find a veterinarian and book a visit',
  '/services/book-pet-sitter': 'find a pet sitter',
  '/services/book-pet-sitter/results': 'see which pet sitters are available',
  '/services/book-pet-sitter/legacy': 'see all pet sitters',
  '/services/book-pet-sitter/form': 'send a booking request',
  '/services/book-a-trainer': 'find a trainer',
  '/services/book-a-stylist': 'find a stylist',
  '/pet-reports/:reportId': 'help with this report',
  '/pet-report/:reportId': 'help with this report',
  '/pet-reports/create': 'report a pet',
  '/checkout': 'check out',
  '/help-support': 'see your tickets',
}

/** Returns why a person was sent to the login, by the page in the navigation state. */
export function loginReason(state: unknown): string | undefined {
  const wanted = (state as { wanted?: { path: string; title: string } } | null)?.wanted
  return wanted && `Log in to ${purposes[wanted.path] ?? `open ${wanted.title}`}.`
}
