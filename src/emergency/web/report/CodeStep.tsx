import type { ComponentProps } from 'react'
import { PhoneCodeForm } from '#/accounts/web/index.ts'

type Props = Omit<ComponentProps<typeof PhoneCodeForm>, 'failedTitle'>

/** Asks for the code. Loaded once a code was sent, to keep the page's first load small. */
export default function CodeStep(props: Props) {
  return <PhoneCodeForm {...props} failedTitle="The code didn’t work" />
}
