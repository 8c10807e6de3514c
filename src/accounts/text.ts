import type { accountsErrors } from './errors.ts'
import { codeRules, passwordLength, type Role } from './rules.ts'
import { tokenLimits } from './token-scopes.ts'

const proofNeededText = 'Nothing has changed yet. Please confirm first that it’s you.'

export const accountsText: Readonly<Record<keyof typeof accountsErrors, string>> = {
  'accounts.this_session': 'You’re using this session now. Use Logout to end it.',
  'accounts.last_way_in': 'This is your only way to log in. Add another one first.',
  'accounts.proof_needed': proofNeededText,
  'accounts.token_name_taken': 'You already have a token with this name. Please choose another.',
  'accounts.too_many_tokens': `You already have ${tokenLimits.perPerson} tokens. Revoke one you no longer need first.`,
}

export const fieldText = {
  email: 'Please enter a valid email',
  password: `Password must be at least ${passwordLength.min} characters`,
  passwordTooLong: `Password must be at most ${passwordLength.max} characters`,
  mismatch: 'Passwords do not match',
}

const suspendedText = 'This account is suspended. Please contact support.'

const connectionText =
  'Unable to connect to the authentication service. Please check your internet connection and try again.'

export const loginText = {
  welcome: 'Login successful!',
  failed: 'Login failed. Please check your credentials and try again.',
  wrong: 'Incorrect email or password. Please try again.',
  unverified: 'Please verify your email before logging in.',
  unverifiedNext: 'Please verify your email before logging in. We’ve just sent you a new link.',
  suspended: suspendedText,
  tooMany: 'Too many login attempts. Please try again later.',
  otherWays: {
    before: 'You can still log in:',
    reset: 'set a new password by email',
    after: 'or use another way below.',
  },
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

const noMailsText = 'Email isn’t set up here, so we can’t send a link.'
const tooManyText = 'Too many attempts. Please try again later.'

/** `seconds` is 0 if the time is unknown. */
function tooManyFor(seconds: number): string {
  if (seconds === 0) return tooManyText
  const minutes = Math.ceil(seconds / 60)
  return `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}

export const phoneText = {
  numberRequired: 'Please enter your phone number',
  numberInvalid: 'Please enter a valid phone number',
  codeRequired: 'Please enter the OTP',
  codeIncomplete: `Please enter all ${codeRules.length} digits of the code`,
  sent: 'OTP sent to your phone number',
  loggedIn: 'Logged in successfully!',
  signedUp: 'Signed up successfully!',
  failedTitle: 'Phone sign-in failed',
  sendFailed: (message: string) => `Failed to send OTP: ${message}`,
  verifyFailed: (message: string) => `OTP verification failed: ${message}`,
  wait: (seconds: number) => `Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
  tooMany: tooManyFor,
  notHere: 'Text messages aren’t set up here.',
  notSent: 'We couldn’t send the message. Please try again.',
  wrong: 'This code is wrong, has expired, or was requested in another browser.',
  usedUp: 'Too many wrong codes. Please ask for a new one.',
  suspended: suspendedText,
  connection: connectionText,
  unexpected: 'Something went wrong. Please try again.',
}

export const socialText = {
  failedTitle: (provider: string) => `${provider} sign-in failed`,
  failed: (provider: string, message: string) => `${provider} authentication failed: ${message}`,
  beginFailed: (intent: 'login' | 'signup', provider: string, message: string) =>
    `Failed to ${intent} with ${provider}: ${message}`,
  welcome: (provider: string, isNew: boolean) =>
    `${isNew ? 'Signed up' : 'Logged in'} successfully with ${provider}!`,
  suspended: suspendedText,
  notLinked: (provider: string) =>
    `This email already has an account here. Log in with your password, then link ${provider} under Edit profile.`,
  refused: 'You didn’t allow access.',
  tooOld: 'It took too long or was started elsewhere. Please try again.',
  notTheOne: (provider: string) => `This isn’t the ${provider} account that’s linked here.`,
  elsewhere: (provider: string) => `This ${provider} account is linked to another account here.`,
  signedOut: 'You’ve been logged out. Please log in again.',
  noAnswer: (provider: string) => `${provider} didn’t answer as expected. Please try again.`,
  notSetUp: (provider: string) => `${provider} isn’t set up here.`,
  tooMany: tooManyText,
  connection: connectionText,
  unexpected: 'Something went wrong. Please try again.',
}

export const emailText = {
  why: 'We’ll write to it when a booking changes, and it helps you log in if you lose your phone or password.',
  confirmed: 'Your email is confirmed.',
  sent: (email: string) => `We’ve sent a link to ${email}. Open it in this browser within an hour.`,
  confirmToLogIn: (email: string) => `One click confirms ${email} and logs you in.`,
  confirmThisToLogIn: 'One click confirms your email and logs you in.',
  endsOther: (email: string) => `You’re logged in as ${email} now. Confirming logs you out there.`,
  change: 'We’ll send a link to the new address. Your email stays the same until you open it.',
  waiting: (email: string) =>
    `We sent a link to ${email}. Open it in this browser within an hour. Your email stays the same until then.`,
  waitingFirst: (email: string) =>
    `We sent a link to ${email}. Open it in this browser within an hour to confirm that it’s yours.`,
  sentAgain: 'We’ve sent the link again.',
  cancelled: 'Your email stays the same.',
  cancelledFirst: 'The link we sent no longer works. You can ask for a new one.',
  cancelFailed: 'We couldn’t cancel it. Please try again.',
  nothingPending: 'There’s no link to send again. Please ask for a new one.',
  hasOne: 'This is already your email.',
  taken: 'This email belongs to another account. Log in there instead, or use another email.',
  invalid: 'This link has expired, was already used, or was sent for another account.',
  signedOut: 'You’ve been logged out. Please log in again.',
  notHere: noMailsText,
  tooMany: tooManyText,
  connection: connectionText,
  unexpected: 'Something went wrong. Please try again.',
}

export const nameText = {
  title: 'What’s your name?',
  why: 'The people you write to and book with see it. You can change it under Edit profile.',
}

export const settingsText = {
  saved: 'Your profile is saved.',
  nameRequired: 'Please enter your name',
  saveFailed: 'We couldn’t save your profile. Please try again.',
  passwordChanged: 'Your password is changed. You’ve been logged out everywhere else.',
  passwordWrong: 'The current password isn’t right.',
  proofNeeded: proofNeededText,
  passwordKeepsTokens: 'Your API tokens keep working.',
  passwordFailed: 'We couldn’t change your password. Please try again.',
  passwordNeedsEmail: 'Add an email first: you need it to log in with a password.',
  currentRequired: 'Please enter your current password',
  sessionEnded: 'That session is logged out.',
  othersEnded: 'You’ve been logged out everywhere else.',
  sessionFailed: 'We couldn’t log you out there. Please try again.',
  timeZoneSaved: 'Your time zone is saved.',
  timeZoneFailed: 'We couldn’t save your time zone. Please try again.',
  timeZoneUnknown: 'We couldn’t find that time zone. Try a country or a large city.',
  removed: (way: string) => `${way} can no longer be used to log in.`,
  removeFailed: 'We couldn’t remove it. Please try again.',
  linked: (way: string) => `You can now log in with ${way}.`,
  phoneTaken: 'This number belongs to another account.',
  loggedOut: 'You’ve been logged out. Please log in again.',
}

export const tokensText = {
  what: 'Connect your own software, such as your clinic’s or salon’s. It calls our API with a token, within the limits you choose.',
  once: 'Copy it now: you won’t see it again. Keep it as safe as a password.',
  copied: 'Copied.',
  copyFailed: 'We couldn’t copy it. It’s selected, so you can copy it by hand.',
  nameRequired: 'Please enter a name',
  scopesRequired: 'Please choose at least one',
  makeFailed: 'We couldn’t create the token. Please try again.',
  revoked: 'The token is revoked.',
  revokeMeans: 'Software that uses it will be refused from now on. You can’t undo this.',
  revokeFailed: 'We couldn’t revoke the token. Please try again.',
}

export const proofText = {
  title: 'Is it you?',
  why: 'You logged in a while ago. Please confirm that it’s you before you change how you log in.',
  sendCode: (number: string) => `Send a code to ${number}`,
  failedTitle: 'That didn’t work',
  otherWay: 'Another way',
  noWay: 'None of these?',
  newPassword: 'Set a new password by email, and log in with it.',
  done: 'Thank you. You can continue now.',
}

export const connectionTitle = 'Connection issue'

export const verifyText = {
  sentAgain: 'If that address is waiting to be confirmed, we’ve sent a new link to it.',
  sendFailed: 'We couldn’t send a new link. Please try again later.',
  tooMany: tooManyText,
}

export const outboxText = {
  what: 'No mail server or SMS service is set up for these messages, so we kept them here. The newest is at the top.',
  empty: 'Nothing has been sent yet.',
  'request.not_found':
    'You can open the outbox only on the machine that runs Pawfolk, and not in production.',
}

export const resetText = {
  common: 'This password is too easy to guess. People trust you with their pets, so please choose another.',
  commonAtLogin:
    'Your password is too easy to guess. People trust you with their pets now, so please choose another to continue.',
  replaced: 'Your password is changed, and you’re logged in.',
  asked: 'If that email has an account, we’ve sent a link to set a new password. It works for an hour.',
  changed: 'Your password is changed. Please log in with it.',
  invalid: 'This link has expired or was already used. Please ask for a new one.',
  failed: 'We couldn’t change your password. Please try again.',
  askFailed: 'We couldn’t send the email. Please try again later.',
  askedEnough:
    'Too many links were requested. Any link we sent you in the last hour still works: check your inbox and spam folder.',
  notHere: noMailsText,
  tooMany: tooManyText,
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
export const roleFailedText = 'We couldn’t change your role. Please try again.'
