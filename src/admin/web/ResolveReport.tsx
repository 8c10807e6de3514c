import { useState } from 'react'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { admin } from './admin.ts'
import own from './Messages.module.css'
import { useHandling } from './use-handling.ts'

/** Records a conclusion; action against a person is taken on their page. */
export function ResolveReport({ id, name }: { id: string; name: string }) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const { send, failure, isBusy } = useHandling(admin.call.resolveReport, 'The report is resolved.', close)
  return (
    <div className={own.buttons}>
      <ConfirmButton
        label="Resolve"
        spoken={`Resolve the report about ${name}`}
        opened={opened}
        onOpen={() => setOpened(true)}
        onClose={close}
        title="Resolve this report?"
        reason="required"
        reasonHint="Explain what you concluded and what was done. Only admins can read it."
        confirm="Resolve"
        color="teal"
        busy="Resolving..."
        keep="Go back"
        isBusy={isBusy}
        onConfirm={(conclusion) => send({ id, conclusion })}
      >
        <p>{`To suspend ${name}, go to their page first. Nobody is told what you write here.`}</p>
        <p role="alert" className={own.failure}>
          {failure}
        </p>
      </ConfirmButton>
    </div>
  )
}
