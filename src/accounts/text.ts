import type { accountsErrors } from './errors.ts'
import { codeRules, passwordLength, type Role } from './rules.ts'
import { tokenLimits } from './token-scopes.ts'

const proofNeededText = 'Nothing is changed. Please show first that it is you.'

export const accountsText: Readonly<Record<keyof typeof accountsErrors, string>> = {
  'accounts.this_session': 'This is where you are now. Use Logout to leave.',
  'accounts.last_way_in': 'This is your only way in. Add another one first.',
  'accounts.proof_needed': proofNeededText,
  'accounts.token_name_taken': 'You already have a token with this name. Please choose another.',
  'accounts.too_many_tokens': `You have ${tokenLimits.perPerson} tokens. Revoke one you no longer need first.`,
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
  unverifiedNext: 'Please verify your email before logging in. We have just sent you a new link.',
  suspended: suspendedText,
  tooMany: 'Too many login attempts. Please try again later.',
  otherWays: {
    before: 'You can still get in now:',
    reset: 'set a new password by mail',
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

const noMailsText = 'Emails are not set up here, so no link can be sent.'
const tooManyText = 'Too many attempts. Please try again later.'

/** `seconds` is 0 where nobody knows how long it takes. */
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
  notHere: 'Text messages are not set up here.',
  notSent: 'The message could not be sent. Please try again.',
  wrong: 'This code is wrong, has expired, or was asked for in another browser.',
  usedUp: 'Too many wrong codes. Please ask for a new one.',
  suspended: suspendedText,
  connection: connectionText,
  unexpected: 'Something went wrong. Please try again.',
}

/** The provider's name stands first in each. */
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
  refused: 'You did not allow it.',
  tooOld: 'It took too long or was begun elsewhere. Please try again.',
  notTheOne: (provider: string) => `This is not the ${provider} account that is linked here.`,
  elsewhere: (provider: string) => `This ${provider} account belongs to another account here.`,
  signedOut: 'You were logged out meanwhile. Please log in again.',
  noAnswer: (provider: string) => `${provider} did not answer as expected. Please try again.`,
  notSetUp: (provider: string) => `${provider} is not set up here.`,
  tooMany: tooManyText,
  connection: connectionText,
  unexpected: 'Something went wrong. Please try again.',
}

export const emailText = {
  why: 'We write to it when a booking changes, and it helps you back in when you lose your phone or password.',
  confirmed: 'Your email is confirmed.',
  confirmToLogIn: (email: string) => `One click: ${email} is confirmed, and you are logged in.`,
  confirmThisToLogIn: 'One click: your email is confirmed, and you are logged in.',
  endsOther: (email: string) => `You are logged in as ${email}. That ends here with it.`,
  change: 'We send a link to the new address. Until you open it, your email stays as it is.',
  waiting: (email: string) =>
    `We sent a link to ${email}. Open it in this browser within an hour; until then nothing changes.`,
  sentAgain: 'The link is on its way once more.',
  cancelled: 'Your email stays as it is.',
  cancelFailed: 'We could not cancel it. Please try again.',
  nothingPending: 'Nothing waits any more. Please ask for it again.',
  hasOne: 'This is your email already.',
  taken: 'This email belongs to another account. Log in there instead, or use another one.',
  invalid: 'This link has expired, was used before, or was sent for another account.',
  signedOut: 'You were logged out meanwhile. Please log in again.',
  notHere: noMailsText,
  tooMany: tooManyText,
  connection: connectionText,
  unexpected: 'Something went wrong. Please try again.',
}

export const settingsText = {
  saved: 'Your profile is saved.',
  nameRequired: 'Please enter your name',
  saveFailed: 'We could not save your profile. Please try again.',
  passwordChanged: 'Your password is changed. You are logged out everywhere else.',
  passwordWrong: 'The current password is not right.',
  proofNeeded: proofNeededText,
  passwordKeepsTokens: 'Your API tokens keep working.',
  passwordFailed: 'We could not change your password. Please try again.',
  passwordNeedsEmail: 'Add an email first: you log in with both.',
  currentRequired: 'Please enter your current password',
  sessionEnded: 'Logged out there.',
  othersEnded: 'You are logged out everywhere else.',
  sessionFailed: 'We could not log you out there. Please try again.',
  timeZoneSaved: 'Your time zone is saved.',
  timeZoneFailed: 'We couldn’t save your time zone. Please try again.',
  timeZoneUnknown: 'No such time zone. Try a country or a large city.',
  removed: (way: string) => `${way} is no longer a way into your account.`,
  removeFailed: 'We could not remove it. Please try again.',
  linked: (way: string) => `You can log in with ${way} now.`,
  phoneTaken: 'This number belongs to another account.',
  loggedOut: 'You were logged out. Please log in again.',
}

export const tokensText = {
  what: 'Connect your own software, such as your clinic’s: it calls our API with a token, within the limits you choose.',
  once: 'Copy it now. You won’t see it again. Keep it like a password.',
  copied: 'Copied.',
  copyFailed: 'We couldn’t copy it. It’s selected: copy it by hand.',
  nameRequired: 'Please enter a name',
  scopesRequired: 'Please choose at least one',
  makeFailed: 'We couldn’t make the token. Please try again.',
  revoked: 'The token is revoked.',
  revokeMeans: 'Software that uses it will be refused from now on. This can’t be undone.',
  revokeFailed: 'We couldn’t revoke the token. Please try again.',
}

export const proofText = {
  title: 'Is it you?',
  why: 'You logged in a while ago. Before anything changes about how you log in, please show that it is you.',
  sendCode: (number: string) => `Send a code to ${number}`,
  failedTitle: 'This did not work',
  otherWay: 'Another way',
  noWay: 'None of these?',
  newPassword: 'Set a new password by mail, and log in with it.',
  done: 'Thank you. You can go on now.',
}

export const connectionTitle = 'Connection issue'

export const verifyText = {
  sentAgain: 'If that address is waiting to be confirmed, a new link is on its way.',
  sendFailed: 'We could not send a new link. Please try again later.',
  tooMany: tooManyText,
}

export const outboxText = {
  what: 'No mail server or SMS service is set up for these, so they were kept here. The newest is on top.',
  empty: 'Nothing has been sent yet.',
  'request.not_found': 'The outbox opens only on the machine that this runs on, and not in production.',
}

export const resetText = {
  common:
    'This password is one of those that are guessed first. People trust you with their pets: please choose another.',
  commonAtLogin:
    'Yours is one of those that are guessed first. People trust you with their pets now, so please choose another to go on.',
  replaced: 'Your password is changed, and you are logged in.',
  asked: 'If that email has an account, a link to set a new password is on its way. It works for an hour.',
  changed: 'Your password is changed. Please log in with it.',
  invalid: 'This link has expired or was used before. Please ask for a new one.',
  failed: 'We could not change your password. Please try again.',
  askFailed: 'We could not send the mail. Please try again later.',
  askedEnough:
    'Too many links were asked for. Any link we mailed to you in the last hour still works: look in your inbox and spam folder.',
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
export const roleFailedText = 'We could not change your role. Please try again.'
