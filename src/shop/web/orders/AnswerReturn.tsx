import { Button, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { formatMoney } from '#/kernel/money.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import type { ReturnAnswer, SoldPart } from '#/shop/orders.ts'
import { openReturnOf } from '#/shop/returns.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import css from './Checkout.module.css'
import { dueText } from './ReturnPart.tsx'
import { useStep } from './use-step.ts'

/** Lets a seller take a return back, refund it without wanting the goods, or refuse it. */
export function AnswerReturn({ part }: { part: SoldPart }) {
  const [note, setNote] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = useStep(shop.call.answerReturn, 'We’ve told the buyer.')
  const { amount } = openReturnOf(part)
  const isOnline = part.pays === 'online'
  function send(how: ReturnAnswer) {
    setWrong(note.trim() ? undefined : 'Required')
    if (!note.trim()) return field.current?.focus()
    answer.mutate({ id: part.id, answer: how, note })
  }
  return (
    <div className={css.main}>
      <p>
        Please answer by {dueText(part)}. Otherwise the return is approved automatically. If you take it back,{' '}
        {isOnline ? 'we refund' : 'you refund'} {formatMoney(amount)} when you have it; without a return,{' '}
        {isOnline ? 'we refund it now' : 'please refund it now'}.
      </p>
      <Textarea
        ref={field}
        label="Your answer to the buyer"
        description="If you accept the return, the buyer will see your address. If they should send it elsewhere, say where."
        withAsterisk
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        error={wrong}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      {answer.isError && <p role="alert">{errorText(answer.error, shopText)}</p>}
      <div className={css.actions}>
        <Button aria-disabled={answer.isPending} onClick={() => send('take_back')}>
          Take it back
        </Button>
        <Button variant="default" aria-disabled={answer.isPending} onClick={() => send('refund_only')}>
          Refund, buyer keeps it
        </Button>
        <Button variant="default" aria-disabled={answer.isPending} onClick={() => send('refuse')}>
          Refuse the return
        </Button>
      </div>
    </div>
  )
}
