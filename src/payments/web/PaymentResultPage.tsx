import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import type { Payment } from '../contract.ts'
import { isPaid, receiptName } from '../rules.ts'
import { refundText } from '../text.ts'
import css from './PaymentResultPage.module.css'
import { PayNow } from './PayNow.tsx'
import { payments } from './payments.ts'
import { moment, money } from './words.ts'

const pollMs = 2_000
/** After a minute it is said that we will tell them, and asked less often. */
const patienceMs = 60_000
const slowPollMs = 15_000

/** What became of a payment, as the server knows it: the address only says which one. */
export default function PaymentResultPage() {
  const [params] = useSearchParams()
  const id = params.get('payment') ?? ''
  const [gaveUp, setGaveUp] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(
    payments.query.payment.queryOptions({
      input: { id: id as Payment['id'] },
      retry: 1,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.status === 'pending' ? (gaveUp ? slowPollMs : pollMs) : false,
    }),
  )
  const isPending = data?.status === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setGaveUp(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isPending])
  useResultToast(data)

  if (data) return <Result payment={data} unreachable={params.has('unreachable')} gaveUp={gaveUp} />
  if (error && !isFetching) {
    const unknown = ['request.not_found', 'request.malformed'].includes(errorCode(error))
    return (
      <Frame
        drawing={unknown ? 'no-results' : 'something-went-wrong'}
        title={unknown ? 'Payment not found' : 'Something went wrong. Please try again.'}
      >
        {unknown ? (
          <Button component={Link} to="/payments?tab=history">
            See your payments
          </Button>
        ) : (
          <Button onClick={() => refetch()}>Retry</Button>
        )}
      </Frame>
    )
  }
  return <div className={css.ghost} role="status" aria-label="Asking how the payment went" />
}

/** The toasts of the moment one comes back; not those of a page that is read again later. */
function useResultToast(payment: Payment | undefined) {
  const told = useRef<string>(undefined)
  const status = payment?.status
  const justNow = payment?.completedAt && Date.now() - payment.completedAt.getTime() < 120_000
  useEffect(() => {
    if (!status || told.current === status) return
    const before = told.current
    told.current = status
    if (status === 'completed' && justNow)
      toast({
        kind: 'success',
        title: 'Payment Successful',
        message: 'Your teleconsultation appointment has been confirmed.',
      })
    if (status === 'failed' && before !== undefined)
      toast({
        kind: 'error',
        title: 'Payment Failed',
        message: 'There was an issue processing your payment. Please try again.',
      })
  }, [status, justNow])
}

type ResultProps = { payment: Payment; unreachable: boolean; gaveUp: boolean }

function Result({ payment, unreachable, gaveUp }: ResultProps) {
  const { status, amount, description, method, receiptNumber, completedAt, payBy, isOpen, refunds } = payment
  const facts = (
    <dl className={css.facts}>
      <Fact term="For">{description}</Fact>
      <Fact term="Amount">{money(amount)}</Fact>
      {method && <Fact term="Paid with">{method}</Fact>}
      {completedAt && <Fact term="Paid">{moment(completedAt)}</Fact>}
      {receiptNumber && <Fact term="Reference">{receiptName(receiptNumber)}</Fact>}
      {refunds.map((refund) => (
        <Fact key={refund.id} term={refundText[refund.status]}>
          {money(refund.amount)}: {refund.reason}
        </Fact>
      ))}
    </dl>
  )
  const appointments = (
    <Button component={Link} to="/appointments">
      My appointments
    </Button>
  )
  if (isPaid(status)) {
    const back = refunds.length > 0
    return (
      <Frame
        drawing="success"
        title={back ? 'Paid, and refunded' : 'Payment Successful'}
        about={
          back
            ? 'The money goes back to where it came from. Banks take 5 to 7 working days, for UPI sometimes longer.'
            : 'Your teleconsultation appointment has been confirmed. You find how to join under My appointments.'
        }
        facts={facts}
      >
        {appointments}
        <Button component="a" href={`/receipts/${payment.id}.pdf`} variant="default">
          Receipt
        </Button>
      </Frame>
    )
  }
  if (status === 'pending')
    return (
      <Frame
        drawing="veterinary-care"
        title="We are waiting for your bank"
        about={
          gaveUp
            ? 'This takes longer than usual. We will message you as soon as we know. Do not pay again.'
            : 'This page follows by itself. Do not pay again.'
        }
        facts={facts}
      >
        {appointments}
      </Frame>
    )
  return (
    <Frame
      drawing="something-went-wrong"
      title={status === 'failed' ? 'Payment Failed' : isOpen ? 'Not paid yet' : 'Nothing to pay'}
      about={
        unreachable
          ? 'The payment service does not answer. Nothing was charged. Please try again in a moment.'
          : isOpen
            ? `${status === 'failed' ? 'There was an issue processing your payment: the bank declined it. ' : 'Nothing was charged. '}${payBy ? `Your time is held until ${moment(payBy)}.` : ''}`
            : 'What this was for is over, and nothing is charged.'
      }
      facts={facts}
    >
      {isOpen && <PayNow paymentId={payment.id} />}
      <Button component={Link} to="/appointments" variant="default">
        My appointments
      </Button>
    </Frame>
  )
}

type FrameProps = {
  drawing: 'success' | 'something-went-wrong' | 'no-results' | 'veterinary-care'
  title: string
  about?: string
  facts?: React.ReactNode
  children: React.ReactNode
}

function Frame({ drawing, title, about, facts, children }: FrameProps) {
  return (
    <div className={css.page} aria-live="polite">
      <Drawing name={drawing} className={css.drawing} />
      <h1>{title}</h1>
      {about && <p>{about}</p>}
      {facts}
      <div className={css.buttons}>{children}</div>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
