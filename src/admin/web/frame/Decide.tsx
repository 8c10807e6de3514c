import { type ComponentProps, type ReactNode, useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import css from '#/kernel/web/form/form.module.css'
import { type AdminCall, type Failing, useHandling } from './use-handling.ts'

type Button = ComponentProps<typeof ConfirmButton>

type Props<Input> = Pick<
  Button,
  'label' | 'spoken' | 'title' | 'reasonHint' | 'longestReason' | 'color' | 'busy'
> & {
  call: AdminCall<Input>
  /** Without the reason; or a function that adds what the dialog asks for, and returns nothing if it isn't complete. */
  input: Omit<NoInfer<Input>, 'reason'> | ((reason: string) => NoInfer<Input> | undefined)
  told: string
  /** Required by default. */
  reason?: Button['reason']
  confirm?: string
  keep?: string
  failing?: Failing
  onOpen?: () => void
  /** Says what it changes, and for whom. */
  children: ReactNode
}

/** A button for what an admin decides: asks first, for a reason too, and says in its dialog if it failed. */
export function Decide<Input>({
  call,
  input,
  told,
  reason = 'required',
  confirm,
  keep = 'Go back',
  failing = 'here',
  onOpen,
  children,
  ...button
}: Props<Input>) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(call, told, close, failing)
  function submit(given: string) {
    const whole =
      typeof input === 'function' ? input(given) : { ...input, ...(reason !== 'none' && { reason: given }) }
    if (whole) send(whole as Input)
  }
  return (
    <ConfirmButton
      {...button}
      confirm={confirm ?? button.label}
      reason={reason}
      keep={keep}
      opened={opened}
      onOpen={() => {
        onOpen?.()
        setOpened(true)
      }}
      onClose={close}
      isBusy={isBusy}
      onConfirm={submit}
    >
      {children}
      {failing === 'here' && (
        <p role="alert" className={css.failure}>
          {failure}
        </p>
      )}
    </ConfirmButton>
  )
}
