import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { MINUTE } from '#/kernel/duration.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode } from '#/kernel/web/error-text.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { toast } from '#/kernel/web/toast.ts'
import type { Payment } from '#/payments/contract.ts'
import { refundTime } from '#/payments/money-back-text.ts'
import { isPaid, receiptName } from '#/payments/rules.ts'
import {
  failureText,
  paymentFailedText,
  refundText,
  type Trouble,
  troubleIn,
  troubleText,
} from '#/payments/text.ts'
import css from './PaymentResultPage.module.css'
import { PayNow, PayOtherwise } from './PayNow.tsx'
import { payments } from './payments.ts'
import { WaitingForBank } from './WaitingForBank.tsx'
import { confirmedText, moment, money, paidOtherwise, payeeOf, subjectText } from './words.ts'

/** Slower once live updates arrive, or after a minute, when the page promises a message. */
const pollMs = 2_000
const slowPollMs = 15_000
const patienceMs = MINUTE

/** Shows a payment's result as the server knows it; the address only names the payment. */
export default function PaymentResultPage() {
  const [params, setParams] = useSearchParams()
  const id = params.get('payment') ?? ''
  const [gaveUp, setGaveUp] = useState(false)
  const { data, error, isFetching, refetch } = useQuery(
    payments.query.payment.queryOptions({
      input: { id: id as Payment['id'] },
      retry: 1,
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.status === 'pending' ? unlessLive(gaveUp ? slowPollMs : pollMs, slowPollMs)() : false,
    }),
  )
  const isPending = data?.status === 'pending'
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setGaveUp(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isPending])
  useResultToast(data, params.has('returned'))
  // The page of an order says how its payment went. Changing the address here as well would undo going there.
  useForgetting('returned', params, setParams, data !== undefined && !data.order)

  const trouble = troubleIn(params)
  if (data?.order)
    return <Navigate to={`/order-confirmation/${data.order.id}${trouble ? `?${trouble}` : ''}`} replace />
  if (data) return <Result payment={data} trouble={trouble} gaveUp={gaveUp} />
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
  return <div className={css.ghost} role="status" aria-label="Checking the payment" />
}

/** Shows toasts when the payer returns from the gateway, but not when the page is opened again later. */
function useResultToast(payment: Payment | undefined, isBack: boolean) {
  const told = useRef<string>(undefined)
  const status = payment?.status
  const failure = payment?.failure ?? null
  const paidText = payment?.package
    ? 'Your package is ready.'
    : payment?.order
      ? 'Your order has been placed.'
      : confirmedText(payment?.description ?? '')
  const justNow = payment?.completedAt && Date.now() - payment.completedAt.getTime() < 120_000
  useEffect(() => {
    if (!status || told.current === status) return
    const before = told.current
    told.current = status
    if (status === 'completed' && justNow)
      toast({
        kind: 'success',
        title: 'Payment Successful',
        message: paidText,
      })
    if (status === 'failed' && (isBack || before !== undefined))
      toast({
        kind: 'error',
        title: 'Payment Failed',
        message: `${paymentFailedText} ${failureText(failure)}`,
      })
  }, [status, justNow, isBack, failure, paidText])
}

/** Removes a parameter from the address, so that a reload doesn't repeat its toast. */
function useForgetting(
  name: string,
  params: URLSearchParams,
  setParams: (next: URLSearchParams, options: { replace: boolean }) => void,
  heard: boolean,
) {
  useEffect(() => {
    if (!heard || !params.has(name)) return
    const rest = new URLSearchParams(params)
    rest.delete(name)
    setParams(rest, { replace: true })
  }, [name, params, setParams, heard])
}

type ResultProps = { payment: Payment; trouble: Trouble | undefined; gaveUp: boolean }

function Result({ payment, trouble, gaveUp }: ResultProps) {
  const {
    status,
    amount,
    description,
    method,
    receiptNumber,
    completedAt,
    payBy,
    isOpen,
    isPaused,
    refunds,
  } = payment
  const facts = (
    <dl className={css.facts}>
      <Fact term="For">
        {description}
        <small>{subjectText(payment)}</small>
      </Fact>
      <Fact term="Amount">{money(amount)}</Fact>
      {paidOtherwise(payment) && <Fact term="You paid">{paidOtherwise(payment)}</Fact>}
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
  const appointments = payment.package ? (
    <Button component={Link} to="/packages">
      My packages
    </Button>
  ) : (
    <Button component={Link} to="/appointments">
      My appointments
    </Button>
  )
  if (isPaid(status)) {
    const back = refunds.length > 0
    return (
      <Frame
        drawing="success"
        title={back ? 'Paid and refunded' : 'Payment Successful'}
        about={
          back
            ? `Your refund goes to the method you paid with. ${refundTime}`
            : payment.package
              ? 'Your package is ready. Choose a time with the trainer to book the first session.'
              : `${confirmedText(description)} You’ll find ${payment.visit?.isOnline ? 'how to join' : 'it'} under My appointments.`
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
        drawing="coming-soon"
        title="We’re waiting for your bank"
        about={<WaitingForBank gaveUp={gaveUp} />}
        facts={facts}
      >
        {appointments}
      </Frame>
    )
  if (isPaused)
    return (
      <Frame
        drawing="something-went-wrong"
        title="You can’t pay right now"
        about={`${payeeOf(payment)} can’t take appointments at the moment. You haven’t been charged.${payment.package ? '' : `${payBy ? ` If this can’t be paid by ${moment(payBy)}, the appointment will expire.` : ''} You can cancel it under My appointments.`}`}
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
        trouble
          ? troubleText[trouble]
          : isOpen
            ? `${status === 'failed' ? `${paymentFailedText} ${failureText(payment.failure)}` : 'You haven’t been charged.'}${payBy ? (payment.package ? ` Please pay by ${moment(payBy)}.` : ` Your slot is reserved until ${moment(payBy)}.`) : ''}`
            : 'You no longer need to pay for this, and you won’t be charged.'
      }
      facts={facts}
    >
      {isOpen && (
        <>
          <PayNow paymentId={payment.id} label={status === 'failed' ? 'Try again' : 'Pay Now'} />
          <PayOtherwise paymentId={payment.id} />
        </>
      )}
      {trouble === 'refused' && (
        <Button component={Link} to="/contact" variant="default">
          Contact us
        </Button>
      )}
      <Button component={Link} to="/appointments" variant="default">
        My appointments
      </Button>
    </Frame>
  )
}

type FrameProps = {
  drawing: 'success' | 'something-went-wrong' | 'no-results' | 'coming-soon'
  title: string
  about?: React.ReactNode
  facts?: React.ReactNode
  children: React.ReactNode
}

function Frame({ drawing, title, about, facts, children }: FrameProps) {
  return (
    <div className={css.page} aria-live="polite">
      <Drawing name={drawing} className={css.drawing} />
      <h1>{title}</h1>
      {typeof about === 'string' ? <p>{about}</p> : about}
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
