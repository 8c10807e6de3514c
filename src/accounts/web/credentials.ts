import { isEmail, passwordLength } from '#/accounts/rules.ts'
import { fieldText, settingsText } from '#/accounts/text.ts'

export type Problems<Field extends string> = Partial<Record<Field, string>>

export function emailProblem(email: string): string | undefined {
  return isEmail(email.trim()) ? undefined : fieldText.email
}

function passwordProblem(password: string): string | undefined {
  if (password.length < passwordLength.min) return fieldText.password
  return password.length > passwordLength.max ? fieldText.passwordTooLong : undefined
}

/** Blanks alone are no password. The login still accepts those chosen before this rule. */
const chosenProblem = (password: string) =>
  password.trim() === '' ? fieldText.password : passwordProblem(password)

export function loginProblems({ email, password }: { email: string; password: string }) {
  return present({ email: emailProblem(email), password: passwordProblem(password) })
}

export function nameProblems({ name }: { name: string }) {
  return present({ name: name.trim() === '' ? settingsText.nameRequired : undefined })
}

export function signupProblems(values: { email: string; password: string; confirmPassword: string }) {
  const { password, confirmPassword } = newPasswordProblems(values)
  return present({ email: emailProblem(values.email), password, confirmPassword })
}

export function newPasswordProblems(values: {
  password: string
  confirmPassword: string
}): Problems<'password' | 'confirmPassword'> {
  const { password, confirmPassword } = values
  return present({
    password: chosenProblem(password),
    confirmPassword:
      chosenProblem(confirmPassword) ?? (confirmPassword === password ? undefined : fieldText.mismatch),
  })
}

/** Returns only the fields that have a problem. */
export function present<Field extends string>(all: Record<Field, string | undefined>): Problems<Field> {
  return Object.fromEntries(Object.entries(all).filter(([, problem]) => problem)) as Problems<Field>
}
