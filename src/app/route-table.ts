/** 'signed-in' sends visitors to /login, 'admin' sends everyone but admins to /admin-login. */
export type Access = 'anyone' | 'signed-in' | 'admin'

export type RouteRow = {
  /** The router's path, which is also the route's id. */
  path: string
  page: string
  access: Access
  /** The record that the page needs; people without it read who the page is for. */
  record?: { kind: string; role: string }
  /** Whether the build prerenders it; only for pages that are the same for every visitor. */
  prerender: boolean
  /** With this URL parameter, an open page shows personal data. */
  ownWith?: string
  /** The page has its own frame and access check. */
  ownFrame?: true
  /** A page that visitors see first, without Mantine and TanStack Query. */
  light?: true
  /** Names the page in the browser tab, in "Continue: …" and, until it is built, in "Coming soon: …". */
  title: string
  /** Completes "Continue to …" on the page after a sign-up; without it, that says "Continue: " and the title. */
  onward?: string
}

const open = (path: string, page: string, title: string): RouteRow => ({
  path,
  page,
  access: 'anyone',
  prerender: true,
  title,
})

const light = (path: string, page: string, title: string): RouteRow => ({
  ...open(path, page, title),
  light: true,
})

const page = (path: string, page: string, access: Access, title: string): RouteRow => ({
  path,
  page,
  access,
  prerender: false,
  title,
})

const pageFor = (record: RouteRow['record'], path: string, module: string, title: string): RouteRow => ({
  ...page(path, module, 'signed-in', title),
  record,
})

const desk = (path: string, module: string, access: Access, title: string): RouteRow => ({
  ...page(path, module, access, title),
  ownFrame: true,
})

const owner = { kind: 'pet_owner', role: 'pet owner' }

const comingSoonPath = '/coming-soon'
const comingSoonPage = 'app/pages/ComingSoonPage.tsx'

/** Makes the row of a page that isn't built yet. */
const soon = (path: string, access: Access, title: string): RouteRow => ({
  ...page(path, comingSoonPage, access, title),
  prerender: access === 'anyone' && !/[:*]/.test(path),
})

/** A path is built if this table has another page for it; there is no second list. */
export const isComing = ({ page, path }: RouteRow) => page === comingSoonPage && path !== comingSoonPath

/** Every path of the product. Any other path redirects to `/`. */
export const routeTable: readonly RouteRow[] = [
  light('/', 'app/pages/LandingPage.tsx', 'Pet care near you'),

  // Signing up and in
  light('/login', 'accounts/web/LoginPage.tsx', 'Login'),
  light('/signup', 'accounts/web/SignupPage.tsx', 'Sign up'),
  page('/verify-email', 'accounts/web/VerifyEmailPage.tsx', 'anyone', 'Confirm your email'),
  page('/reset-password', 'accounts/web/ResetPasswordPage.tsx', 'anyone', 'Set a new password'),
  page('/role-selection', 'accounts/web/RoleSelectionPage.tsx', 'signed-in', 'Choose your role'),

  // The user's own pages
  page('/dashboard', 'app/pages/DashboardPage.tsx', 'signed-in', 'Dashboard'),
  page('/dashboard/pet-visit-notes', 'care/web/PetVisitNotesPage.tsx', 'signed-in', 'Pet visit notes'),
  page('/notes/shared/:token', 'care/web/SharedNotePage.tsx', 'anyone', 'Visit note'),
  page('/appointments', 'app/pages/AppointmentsPage.tsx', 'signed-in', 'Appointments'),
  page('/packages', 'packages/web/PackagesPage.tsx', 'signed-in', 'Packages'),
  page('/todo', 'todo/web/ToDoPage.tsx', 'signed-in', 'To-Do'),
  {
    ...page('/invite/:token', 'app/pages/InvitePage.tsx', 'anyone', 'Invitation'),
    onward: 'the invitation',
  },
  page('/edit-profile', 'app/pages/EditProfilePage.tsx', 'signed-in', 'Edit profile'),
  pageFor(owner, '/profile/add-pet', 'app/pages/AddPetPage.tsx', 'Add a pet'),
  pageFor(owner, '/profile/pet-owner', 'app/pages/PetOwnerPage.tsx', 'Pet owner profile'),
  page('/profile/veterinary', 'veterinary/web/profile/VetProfilePage.tsx', 'signed-in', 'Veterinary profile'),
  page('/profile/pet-sitter', 'sitting/web/SitterProfilePage.tsx', 'signed-in', 'Pet sitter profile'),
  page('/profile/pet-trainer', 'training/web/TrainerProfilePage.tsx', 'signed-in', 'Pet trainer profile'),
  page('/profile/pet-stylist', 'styling/web/StylistProfilePage.tsx', 'signed-in', 'Pet stylist profile'),
  page('/profile/pharmacist', 'shop/web/PharmacistProfilePage.tsx', 'signed-in', 'Pharmacist profile'),
  page('/profile/supplier', 'shop/web/SupplierProfilePage.tsx', 'signed-in', 'Supplier profile'),

  // Services
  light('/services', 'app/pages/ServicesPage.tsx', 'Services'),
  page('/services/book-a-vet', 'veterinary/web/BookAVetPage.tsx', 'signed-in', 'Find a Veterinarian'),
  page('/services/book-a-trainer', 'training/web/BookATrainerPage.tsx', 'signed-in', 'Find Pet Trainers'),
  page(
    '/services/book-a-trainer/session',
    'training/web/BookSessionPage.tsx',
    'signed-in',
    'Book Training Session',
  ),
  page('/services/book-pet-sitter', 'sitting/web/BookAPetSitterPage.tsx', 'signed-in', 'Book a Pet Sitter'),
  page(
    '/services/book-pet-sitter/dog-walking',
    'sitting/web/BookAPetSitterPage.tsx',
    'signed-in',
    'Dog walking',
  ),
  page('/services/book-pet-sitter/day-care', 'sitting/web/BookAPetSitterPage.tsx', 'signed-in', 'Day care'),
  page(
    '/services/book-pet-sitter/results',
    'sitting/web/SitterResultsPage.tsx',
    'signed-in',
    'Pet sitter search',
  ),
  page('/services/book-pet-sitter/legacy', 'sitting/web/AllSittersPage.tsx', 'signed-in', 'Pet sitter list'),
  page('/services/book-pet-sitter/form', 'sitting/web/RequestSitterPage.tsx', 'signed-in', 'Booking request'),
  page('/sitter-profile/:sitterId', 'sitting/web/PublicSitterPage.tsx', 'anyone', 'Sitter profile'),
  page('/services/book-a-stylist', 'styling/web/BookAStylistPage.tsx', 'signed-in', 'Find a Stylist'),
  soon('/insurance', 'anyone', 'Insurance'),
  light('/emergency-services', 'emergency/web/EmergencyPage.tsx', 'Emergency services'),
  light('/emergency/first-aid', 'emergency/web/FirstAidPage.tsx', 'First aid'),
  light('/emergency/poison', 'emergency/web/PoisonPage.tsx', 'Poison'),
  light('/emergency/vets', 'emergency/web/PlacesPage.tsx', 'Vets for emergencies'),
  light('/emergency/shelters', 'emergency/web/PlacesPage.tsx', 'Animal shelters'),
  light('/emergency/ambulance', 'emergency/web/PlacesPage.tsx', 'Animal ambulances'),
  light('/emergency/report', 'emergency/web/ReportPage.tsx', 'Report an injured animal'),
  light('/emergency/report/status', 'emergency/web/ReportStatusPage.tsx', 'Injured animal'),
  { ...light('/emergency/*', 'emergency/web/EmergencyPage.tsx', 'Emergency services'), prerender: false },
  soon('/pawfectmatch', 'signed-in', 'PawfectMatch'),
  soon('/become-pet-parent', 'anyone', 'Become a Pet Parent'),
  soon('/submit-pet-sale-adoption', 'signed-in', 'Pet adoption listing'),

  // Lost and found; older links use the second detail path
  page('/pet-reports', 'reports/web/ReportsPage.tsx', 'anyone', 'Pet reports'),
  page('/pet-reports/create', 'reports/web/CreateReportPage.tsx', 'signed-in', 'New pet report'),
  {
    ...page('/pet-reports/:reportId', 'reports/web/ReportPage.tsx', 'anyone', 'Pet report'),
    onward: 'the report',
  },
  {
    ...page('/pet-report/:reportId', 'reports/web/ReportPage.tsx', 'anyone', 'Pet report'),
    onward: 'the report',
  },

  // Community
  soon('/community', 'anyone', 'Community'),
  soon('/community/group/:groupId', 'anyone', 'Community group'),
  soon('/community/post/new', 'signed-in', 'New post'),

  // Shop and payments
  light('/merchandise', 'shop/web/ShopPage.tsx', 'Merchandise & Pet Food'),
  light('/pharmacy', 'shop/web/ShopPage.tsx', 'Pharmacy'),
  page('/my-orders', 'shop/web/orders/MyOrdersPage.tsx', 'signed-in', 'My orders'),
  page('/my-autoships', 'shop/web/autoship/AutoshipsPage.tsx', 'signed-in', 'My autoships'),
  page('/my-autoships/new', 'shop/web/autoship/AutoshipFormPage.tsx', 'signed-in', 'Set up an autoship'),
  page(
    '/my-autoships/:autoshipId',
    'shop/web/autoship/AutoshipFormPage.tsx',
    'signed-in',
    'Change an autoship',
  ),
  page('/my-refills', 'shop/web/prescriptions/RefillsPage.tsx', 'signed-in', 'My refills'),
  page('/my-products', 'shop/web/selling/MyProductsPage.tsx', 'signed-in', 'My products'),
  page('/my-products/new', 'shop/web/selling/ProductPage.tsx', 'signed-in', 'Add a product'),
  page('/my-products/import', 'shop/web/selling/ImportPage.tsx', 'signed-in', 'Import products'),
  page('/my-products/sales', 'shop/web/selling/SalesPage.tsx', 'signed-in', 'Sales'),
  page('/my-products/reviews', 'shop/web/reviews/MyReviewsPage.tsx', 'signed-in', 'Reviews of my products'),
  page('/my-products/:productId', 'shop/web/selling/ProductPage.tsx', 'signed-in', 'My product'),
  pageFor(
    { kind: 'pharmacist', role: 'pharmacist' },
    '/pharmas-orders',
    'shop/web/prescriptions/PharmacyOrdersPage.tsx',
    'Pharmacy orders',
  ),
  light('/cart', 'shop/web/cart/CartPage.tsx', 'Cart'),
  { ...page('/checkout', 'shop/web/orders/CheckoutPage.tsx', 'signed-in', 'Checkout'), onward: 'checkout' },
  page('/order-confirmation/:orderId', 'shop/web/orders/OrderPage.tsx', 'signed-in', 'Order confirmation'),
  page('/payments', 'payments/web/PaymentsPage.tsx', 'signed-in', 'Payments'),
  page('/payment-success', 'payments/web/PaymentResultPage.tsx', 'signed-in', 'Payment'),
  page('/payment-failure', 'payments/web/PaymentResultPage.tsx', 'signed-in', 'Payment'),

  // About the product
  open('/about', 'app/pages/AboutPage.tsx', 'About us'),
  open('/contact', 'support/web/ContactPage.tsx', 'Contact'),
  { ...light('/help-support', 'support/web/HelpSupportPage.tsx', 'Help & Support'), ownWith: 'ticket' },
  open(comingSoonPath, comingSoonPage, 'Coming soon'),

  // Running the product
  desk('/admin-login', 'admin/web/AdminLoginPage.tsx', 'anyone', 'Admin login'),
  desk('/admin-dashboard', 'admin/web/AdminDashboardPage.tsx', 'admin', 'Admin dashboard'),

  // Development only: mails and texts that weren't sent
  page('/outbox', 'accounts/web/OutboxPage.tsx', 'anyone', 'Outbox'),
]

const patterns = routeTable.map((row) => ({
  row,
  pattern: new RegExp(`^${row.path.replace('/*', '(?:/.*)?').replace(/:[^/]+/g, '[^/]+')}/?$`),
}))

/** Finds a path's row as a browser shows it. An exact path wins over one with a parameter. */
export function routeOf(pathname: string): RouteRow | undefined {
  return (
    routeTable.find((row) => row.path === pathname) ??
    patterns.find(({ pattern }) => pattern.test(pathname))?.row
  )
}

export function serviceAt(path: string): { title: string; isComing: boolean } | undefined {
  const row = routeTable.find((candidate) => candidate.path === path)
  return row && { title: row.title, isComing: isComing(row) }
}

export const isBuilt = (path: string): boolean => {
  const row = routeOf(path)
  return row !== undefined && !isComing(row)
}
