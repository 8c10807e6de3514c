import type { Page } from '@playwright/test'
import { expect, expectAccessible, holdBack, signUpByApi, test } from './fixture.ts'

const password = 'a long walk at dawn'
let people = 0
const newEmail = (name: string) => `${name}.${process.pid}.${Date.now()}.${people++}@example.com`

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function fillSignup(page: Page, email: string, confirmPassword = password) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(confirmPassword)
}

async function fillLogin(page: Page, email: string, given = password) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(given)
}

async function logout(page: Page, isMobile: boolean) {
  if (isMobile) await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
}

test('a new user signs up, chooses a role, logs out and logs in again', async ({ page, isMobile }) => {
  const email = newEmail('asha')
  await page.goto('/signup')
  await expectAccessible(page)
  await fillSignup(page, email)
  const signUp = await holdBack(page, '**/api/auth/sign-up/email')
  await button(page, 'Sign Up').click()
  await expect(button(page, 'Signing Up...')).toBeDisabled()
  signUp()
  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')

  const roles = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(roles).toHaveCount(7)
  await expect(page.getByRole('button', { name: 'Pet Owner' })).toHaveAttribute('aria-current', 'true')
  await expectAccessible(page)
  await roles.first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You are now registered as a Pet Owner')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await logout(page, isMobile)
  await expect(page).toHaveURL('/')

  await page.goto('/login')
  await expectAccessible(page)
  await fillLogin(page, email)
  const logIn = await holdBack(page, '**/api/auth/sign-in/email')
  await field(page, 'Password').press('Enter')
  await expect(button(page, 'Logging in...')).toBeDisabled()
  logIn()
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
})

test('choosing a role without a record leads to its profile form', async ({ page }) => {
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/role-selection')
  await page.getByRole('button', { name: 'Pet Sitter' }).click()
  await expect(page.getByText('You are now registered as a Pet Sitter')).toBeVisible()
  await expect(page).toHaveURL('/profile/pet-sitter')
  await page.goto('/role-selection')
  await expect(page.getByRole('button', { name: 'Pet Sitter' })).toHaveAttribute('aria-current', 'true')
})

test('choosing a role with an unverified record leads to the dashboard', async ({ page }) => {
  await signUpByApi(page, 'Meera Iyer')
  const saved = await page.request.put('/api/veterinary/profile', {
    data: {
      fullName: 'Meera Iyer',
      licenseId: 'KVC 4471',
      registrationCouncil: 'Karnataka',
      specialization: 'Surgery',
      location: 'Indiranagar, Bengaluru',
      phoneNumber: '+91 98450 12345',
      consultationFee: null,
      refundPolicy: 'standard',
      offersInPerson: true,
      offersTeleconsultation: false,
    },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.goto('/role-selection')
  await page.getByRole('button', { name: 'Veterinary Doctor' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an owner with steps left sees them on the dashboard; one without goes straight on', async ({
  page,
}) => {
  await signUpByApi(page, 'Meera Iyer')
  await page.goto('/role-selection')
  const onward = page.getByRole('link', { name: 'Continue to dashboard' })
  await expect(onward).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Meera$/)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Complete your setup' })).toHaveCount(0)

  await page.goto('/role-selection')
  await page.getByRole('button', { name: 'Pet Trainer' }).click()
  await expect(page).toHaveURL('/profile/pet-trainer')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Complete your setup' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Complete your profile' }).click()
  await expect(page).toHaveURL('/profile/pet-trainer')
})

test('a role that fails to save shows an error, and the page stays usable', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Zoya Ali')
  await page.goto('/role-selection')
  await page.route('**/rpc/accounts/chooseRole', (route) => route.abort())
  const sitter = page.getByRole('button', { name: 'Pet Sitter' })
  await sitter.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('We couldn’t change your role. Please try again.')).toBeVisible()
  await expect(sitter).toBeFocused()
  await page.unroute('**/rpc/accounts/chooseRole')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/profile/pet-sitter')
})

test('a form is validated on submit, then on each change of an invalid field, and keeps its input', async ({
  page,
}) => {
  await page.goto('/signup')
  await field(page, 'Email').fill('asha@')
  await expect(page.getByText('Please enter a valid email')).toBeHidden()
  await button(page, 'Sign Up').click()
  await expect(field(page, 'Email')).toBeFocused()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(page.getByText('Password must be at least 6 characters')).toHaveCount(2)
  await expectAccessible(page)
  await field(page, 'Email').pressSequentially('example.com')
  await expect(page.getByText('Please enter a valid email')).toBeHidden()
  await field(page, 'Password').fill('secret')
  await field(page, 'Confirm password').fill('secrets')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await button(page, 'Sign Up').click()
  await expect(field(page, 'Confirm password')).toBeFocused()
  await field(page, 'Confirm password').press('Backspace')
  await expect(page.getByText('Passwords do not match')).toBeHidden()
  await expect(field(page, 'Email')).toHaveValue('asha@example.com')
})

test('a password can be shown, and the fields are labelled for password managers', async ({ page }) => {
  await page.goto('/login')
  await expect(field(page, 'Email')).toHaveAttribute('autocomplete', 'username')
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'current-password')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'password')
  await field(page, 'Password').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text')
  await page.goto('/signup')
  await expect(field(page, 'Confirm password')).toHaveAttribute('autocomplete', 'new-password')
})

test('a wrong password shows an inline error and a toast, and nothing typed is lost', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401/)
  const { email } = await signUpByApi(page, 'Imran Khan')
  await page.context().clearCookies()
  await page.goto('/login')
  await fillLogin(page, email, 'not-the-password')
  await button(page, 'Login').click()
  await expect(alert(page)).toHaveText('Login failed. Please check your credentials and try again.')
  await expect(page.getByText('Incorrect email or password. Please try again.')).toBeVisible()
  await expectAccessible(page)
  await expect(field(page, 'Email')).toHaveValue(email)
  await expect(field(page, 'Password')).toHaveValue('not-the-password')
  await field(page, 'Password').fill(password)
  await button(page, 'Login').click()
  await expect(page).toHaveURL('/dashboard')
})

test('a sign-up with a taken email address links to the login', async ({ page, expectConsole }) => {
  expectConsole(/422/)
  const { email } = await signUpByApi(page, 'Tara Kulkarni')
  await page.context().clearCookies()
  await page.goto('/signup')
  await fillSignup(page, email.toUpperCase())
  await button(page, 'Sign Up').click()
  await expect(alert(page)).toContainText('This email is already registered. Try logging in instead.')
  await alert(page).getByRole('link', { name: 'Go to login' }).click()
  await expect(page).toHaveURL('/login')
})

const refusals: [number, object, string, string][] = [
  [
    429,
    { code: 'TOO_MANY_ATTEMPTS' },
    'Too many login attempts. Please try again later.',
    'Too many signup attempts. Please try again later.',
  ],
  [
    500,
    { code: 'INTERNAL_SERVER_ERROR', message: 'Database error saving new user' },
    'An unexpected error occurred during login. Please try again.',
    'An unexpected error occurred during signup. Please try again.',
  ],
]
for (const [status, json, atLogin, atSignup] of refusals) {
  test(`a ${status} is told in words, and the form stays usable`, async ({ page, expectConsole }) => {
    expectConsole(new RegExp(String(status)))
    await page.route('**/api/auth/**', (route) => route.fulfill({ status, json }))
    await page.goto('/login')
    await fillLogin(page, newEmail('nobody'))
    await button(page, 'Login').click()
    await expect(alert(page)).toContainText(atLogin)
    await expect(button(page, 'Login')).toBeEnabled()
    await page.goto('/signup')
    await fillSignup(page, newEmail('nobody'))
    await button(page, 'Sign Up').click()
    await expect(alert(page)).toHaveText(atSignup)
    await expect(button(page, 'Sign Up')).toBeEnabled()
    await expect(page.getByText('Database error')).toHaveCount(0)
  })
}

test('a lost connection shows its own error', async ({ page, expectConsole }) => {
  expectConsole(/ERR_/)
  await page.route('**/api/auth/**', (route) => route.abort('connectionrefused'))
  for (const [path, label] of [
    ['/login', 'Login'],
    ['/signup', 'Sign Up'],
  ] as const) {
    await page.goto(path)
    await (path === '/login' ? fillLogin : fillSignup)(page, newEmail('nobody'))
    await button(page, label).click()
    await expect(page.getByText('Connection issue')).toBeVisible()
    await expect(alert(page)).toHaveText(
      'Unable to connect to the authentication service. Please check your internet connection and try again.',
    )
  }
})

test('with email verification, a new user is sent to their inbox', async ({ page }) => {
  await page.route('**/api/auth/sign-up/email', (route) => route.fulfill({ json: { signedIn: false } }))
  const email = newEmail('meera')
  await page.goto('/signup')
  await fillSignup(page, email)
  await button(page, 'Sign Up').click()
  await expect(page.getByText('Email verification required')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(email)
  await expectAccessible(page)
  await page.route('**/api/auth/send-verification-email', (route) => route.fulfill({ json: { done: true } }))
  await button(page, 'Send the email again').click()
  await expect(page.getByText('we’ve sent a new link to it')).toBeVisible()
})

test('a sign-up link confirms by a click, names the address and explains failures', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|status of 400/)
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString('base64url')
  const link = `/verify-email?sign-up=${part({ alg: 'HS256' })}.${part({ email: 'asha@example.org' })}.x`
  await page.goto(link)
  await expect(page.getByRole('main')).toContainText('One click confirms asha@example.org and logs you in')
  await expectAccessible(page)
  const answers = page.route.bind(page, '**/api/auth/verify-email')
  await answers((route) => route.abort())
  await button(page, 'Confirm my email').click()
  await expect(alert(page)).toContainText('Unable to connect')
  await page.unroute('**/api/auth/verify-email')
  await answers((route) => route.fulfill({ status: 400, json: { code: 'TOKEN_EXPIRED' } }))
  await button(page, 'Confirm my email').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
  await page.unroute('**/api/auth/verify-email')
  await answers((route) => route.fulfill({ json: { signedIn: false } }))
  await page.goto(link)
  await button(page, 'Confirm my email').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your email is confirmed')
})

test('an expired link offers a new one, and a used link leads to the login', async ({ page }) => {
  await page.goto('/verify-email?error=TOKEN_EXPIRED')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
  await expectAccessible(page)
  await button(page, 'Send a new link').click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await page.goto('/verify-email')
  await page.getByRole('main').getByRole('link', { name: 'log in' }).click()
  await expect(page).toHaveURL('/login')
})

test('the login sends logged-in users to the dashboard, also after a login in another tab', async ({
  page,
  context,
}) => {
  const waiting = await context.newPage()
  await waiting.goto('/login')
  await page.goto('/signup')
  await fillSignup(page, newEmail('kabir'))
  await button(page, 'Sign Up').click()
  await expect(waiting).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/role-selection')
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
})
