import type { ComponentProps } from 'react'
import { PhoneCodeForm } from '#/accounts/web/index.ts'

type Props = Omit<ComponentProps<typeof PhoneCodeForm>, 'failedTitle'>

/** Asks for the code, loaded when one was sent: that page has no need of it before. */
export default function CodeStep(props: Props) {
  return <PhoneCodeForm {...props} failedTitle="The code didn’t work" />
}
