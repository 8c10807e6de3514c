import { type SyntheticEvent, useEffect, useState } from 'react'
import { nameText, settingsText } from '#/accounts/text.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { UpperModal } from '#/kernel/web/UpperModal.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import css from './AuthFrame.module.css'
import { accounts } from './accounts.ts'
import { nameProblems } from './credentials.ts'
import { NameField } from './Fields.tsx'
import { useForm } from './form.ts'
import dialog from './ProofDialog.module.css'
import button from './SubmitButton.module.css'
import { SubmitButton } from './SubmitButton.tsx'
import { refreshSession } from './session.ts'

type Props = { opened: boolean; onNamed: () => void; onClose: () => void }

/** Asks people for the name that others will see with what they are about to send. */
export default function NameDialog({ opened: wanted, onNamed, onClose }: Props) {
  const { ref, problems, onInput, check } = useForm(['name'], nameProblems)
  const [failure, setFailure] = useState('')
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(wanted), [wanted])
  const save = useWrite(accounts.call.changeProfile, {
    onSuccess: async () => {
      onNamed()
      await refreshSession()
    },
    onError: (error) => setFailure(errorText(error, {}, settingsText.saveFailed)),
  })

  function submit(event: SyntheticEvent) {
    // The dialog's React parent may be the form whose sending waits for the name.
    event.stopPropagation()
    const given = check(event)
    setFailure('')
    if (given && !save.isPending) save.mutate({ name: given.name.trim() })
  }

  return (
    <UpperModal
      opened={opened}
      onClose={onClose}
      title={nameText.title}
      withCloseButton={false}
      size="28rem"
      classNames={{ title: dialog.title }}
    >
      <div className={dialog.body}>
        <p>{nameText.why}</p>
        <form ref={ref} className={css.form} method="post" noValidate onSubmit={submit} onInput={onInput}>
          <NameField problem={problems.name} />
          <p role="alert" className={css.alert}>
            {failure}
          </p>
          <SubmitButton label="Save and send" busy={save.isPending} busyLabel="Saving..." />
        </form>
        <button type="button" className={button.plain} onClick={onClose}>
          Cancel
        </button>
      </div>
    </UpperModal>
  )
}
