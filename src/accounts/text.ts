import { passwordLength, type Role } from './rules.ts'

export const fieldText = {
  email: 'Please enter a valid email',
  password: `Password must be at least ${passwordLength.min} characters`,
  passwordTooLong: `Password must be at most ${passwordLength.max} characters`,
  mismatch: 'Passwords do not match',
}

const connectionText =
  'Unable to connect to the authentication service. Please check your internet connection and try again.'

export const loginText = {
  welcome: 'Login successful!',
  failed: 'Login failed. Please check your credentials and try again.',
  wrong: 'Incorrect email or password. Please try again.',
  unverified: 'Please verify your email before logging in.',
  unverifiedNext: 'Please verify your email before logging in. We have just sent you a new link.',
  suspended: 'This account is suspended. Please contact support.',
  tooMany: 'Too many login attempts. Please try again later.',
  connection: connectionText,
  unexpectedTitle: 'Something went wrong',
  unexpected: 'An unexpected error occurred during login. Please try again.',
}

export const signupText = {
  welcome: 'Account created successfully!',
  taken: 'This email is already registered. Try logging in instead.',
  weakPassword: `Please use a stronger password (at least ${passwordLength.min} characters).`,
  invalidEmail: 'Please enter a valid email address.',
  tooMany: 'Too many signup attempts. Please try again later.',
  connection: connectionText,
  unexpected: 'An unexpected error occurred during signup. Please try again.',
  unexpectedLater: 'An unexpected error occurred. Please try again later.',
  verifyTitle: 'Email verification required',
  verify: "We've sent you an email to verify your account. Please check your inbox and spam folder.",
}

export const connectionTitle = 'Connection issue'

export const verifyText = {
  sentAgain: 'If that address is waiting to be confirmed, a new link is on its way.',
  sendFailed: 'We could not send a new link. Please try again later.',
  tooMany: 'Too many attempts. Please try again later.',
}

export const roleText: Readonly<Record<Role, { name: string; line: string }>> = {
  pet_owner: {
    name: 'Pet Owner',
    line: 'Book care for your pets and keep everything about them in one place.',
  },
  veterinary_doctor: {
    name: 'Veterinary Doctor',
    line: 'See patients at your clinic or by video, at the hours you set.',
  },
  pet_sitter: {
    name: 'Pet Sitter',
    line: 'Host pets at your home, look after them by day, or take dogs for walks.',
  },
  pet_trainer: { name: 'Pet Trainer', line: 'Teach manners and tricks, in person or online.' },
  pet_stylist: { name: 'Pet Stylist', line: 'Bathe, trim and groom pets, one appointment at a time.' },
  pharmacist: { name: 'Pharmacist', line: 'Check prescriptions and send out the medicine pets need.' },
  supplier: { name: 'Supplier', line: 'Sell food, toys and everything else a pet may want.' },
}

export const roleChosenText = (role: Role) => `You are now registered as a ${roleText[role].name}`
export const roleFailedText = 'We could not change your role. Please try again.'
