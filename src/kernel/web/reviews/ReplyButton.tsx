import { useState } from 'react'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'

type Props = {
  what: 'rating' | 'review'
  /** For screen readers, since there are several. */
  spoken: string
  said: { words: string | null; stars: number | null; by: string }
  /** There is an answer, which this one replaces. */
  isAnswered?: boolean
  call(reply: string, options: { context: { key: string } }): Promise<unknown>
  texts: Readonly<Record<string, string>>
  /** Refusals after which the list is read again. */
  stale: readonly string[]
  reload(): Promise<unknown>
}

/** Takes the public answer to a rating or a review. */
export function ReplyButton({ what, spoken, said, isAnswered = false, call, texts, stale, reload }: Props) {
  const { words, stars, by } = said
  const [asking, setAsking] = useState(false)
  const reply = useWrite(call, {
    onSuccess: () => {
      setAsking(false)
      toast({ kind: 'success', title: 'Answered', message: `Your answer is below the ${what}.` })
      return reload()
    },
    onError: (error) => {
      if (stale.includes(errorCode(error))) void reload()
      toast({ kind: 'error', title: 'Error', message: errorText(error, texts) })
    },
  })
  return (
    <ConfirmButton
      label={isAnswered ? 'Answer again' : `Answer ${what}`}
      spoken={spoken}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Answer in public?"
      reason="required"
      reasonHint={`Everyone can read it below the ${what}. ${isAnswered ? 'It replaces your earlier answer.' : what === 'rating' ? 'You can answer once.' : 'You can change it only if the buyer changes their review.'}`}
      confirm="Publish answer"
      color="teal"
      busy="Publishing..."
      keep="Go back"
      isBusy={reply.isPending}
      onConfirm={(answer) => reply.mutate(answer)}
      onClose={() => setAsking(false)}
    >
      {words ? <q>{words}</q> : <p>{`${by} gave ${stars} of 5 stars.`}</p>}
    </ConfirmButton>
  )
}
