import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import form from '#/kernel/web/form/form.module.css'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Standing } from '#/verification/contract.ts'
import { mayHandIn } from '#/verification/rules.ts'
import { factText, statusText, verificationText } from '#/verification/text.ts'
import { Documents } from './Documents.tsx'
import css from './HandIn.module.css'
import { refreshStanding, verification } from './verification.ts'

type Props = { standing: Standing | null; documentsHint: string }

export function HandIn({ standing, documentsHint }: Props) {
  const [failure, setFailure] = useState('')
  // Wait for uploads, so that the record isn't submitted without its document.
  const [isChanging, setIsChanging] = useState(false)
  const submit = useWrite(verification.call.submit, {
    onSuccess: async () => {
      setFailure('')
      toast({
        kind: 'success',
        message: 'You’ve submitted your profile. We’ll tell you as soon as we’ve checked it.',
      })
      await refreshStanding()
    },
    onError: async (error) => {
      setFailure(errorText(error, verificationText))
      if (errorCode(error).startsWith('verification.')) await refreshStanding()
    },
  })
  if (!standing) {
    return (
      <div className={form.form}>
        <p className={css.words}>
          Save your profile first. Then you can add documents and submit it for review.
        </p>
      </div>
    )
  }
  const { record, status, missing } = standing
  return (
    <div className={form.form}>
      <p className={css.status}>
        Status: <strong data-status={status}>{statusText[status]}</strong>
      </p>
      <Documents standing={standing} hint={documentsHint} onChanging={setIsChanging} />
      {mayHandIn(status) && (
        <>
          <p role="alert" className={form.failure}>
            {failure && missing.length > 0
              ? `${failure} ${missing.map((name) => factText[name] ?? name).join(', ')}.`
              : failure}
          </p>
          <div className={form.actions}>
            <Button
              color="marigold"
              aria-disabled={submit.isPending || isChanging}
              onClick={() => isChanging || submit.mutate({ record })}
            >
              {submit.isPending
                ? 'Submitting...'
                : status === 'rejected'
                  ? 'Submit again'
                  : 'Submit for review'}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
