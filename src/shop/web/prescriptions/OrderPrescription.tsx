import { Button, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatInstant } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { Loaded } from '#/kernel/web/form/Loaded.tsx'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Order } from '#/shop/orders.ts'
import { shopText } from '#/shop/text.ts'
import { shop } from '#/shop/web/shop.ts'
import { DecidedLines } from './DecidedLines.tsx'
import { PrescriptionFacts } from './PrescriptionFacts.tsx'
import css from './Prescriptions.module.css'

type Props = { orderId: Order['id']; isWaiting: boolean }

/** Shows the buyer what the pharmacist has decided, and their question. */
export default function OrderPrescription({ orderId, isWaiting }: Props) {
  const query = useQuery(
    shop.query.orderPrescription.queryOptions({ input: { id: orderId }, refetchOnMount: 'always' }),
  )
  return (
    <section className={css.block} aria-label="Prescription">
      <h3>Prescription</h3>
      <Loaded query={query} what="the prescription">
        {({ lines, prescriptions, question, answer, decideBy }) => (
          <>
            {isWaiting && (
              <p>
                The pharmacist decides by {formatInstant(decideBy, ownZone())}. We keep your products until
                then, and you pay after that.
              </p>
            )}
            {isWaiting && question && <Question orderId={orderId} question={question} answer={answer} />}
            <DecidedLines lines={lines} />
            {prescriptions.map((prescription) => (
              <PrescriptionFacts key={prescription.id} prescription={prescription} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  )
}

type Asked = { orderId: Order['id']; question: string; answer: string | null }

function Question({ orderId, question, answer }: Asked) {
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLTextAreaElement>(null)
  const client = useQueryClient()
  const send = useWrite(shop.call.answerPharmacist, {
    onSuccess() {
      toast({ kind: 'success', message: 'We’ve told the pharmacist.' })
      return client.invalidateQueries({ queryKey: shop.query.orderPrescription.key() })
    },
  })
  return (
    <div className={css.question}>
      <strong>The pharmacist asks</strong>
      <p>{question}</p>
      {answer ? (
        <p>You answered: {answer}</p>
      ) : (
        <form
          className={css.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setWrong(text.trim() ? undefined : 'Required')
            if (!text.trim()) return field.current?.focus()
            send.mutate({ id: orderId, answer: text })
          }}
        >
          <Textarea
            ref={field}
            label="Your answer"
            withAsterisk
            maxLength={500}
            autosize
            minRows={2}
            value={text}
            error={wrong}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          {send.isError && <p role="alert">{errorText(send.error, shopText)}</p>}
          <div>
            <Button type="submit" aria-disabled={send.isPending}>
              {send.isPending ? 'Sending...' : 'Send'}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}
