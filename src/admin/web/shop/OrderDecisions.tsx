import type { ReactNode } from 'react'
import { admin, useIsAdministrator } from '#/admin/web/frame/admin.ts'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import type { AdminCall } from '#/admin/web/frame/use-handling.ts'
import { formatMoney } from '#/kernel/money.ts'
import {
  type DecidableReturn,
  type DeskCancellable,
  type DeskOrder,
  isDecidableReturn,
  isDeskCancellable,
  isMissingState,
  type MissingDecision,
  type MissingState,
} from '#/shop/desk.ts'
import { timers } from '#/shop/order-states.ts'
import type { PartReturn } from '#/shop/orders.ts'
import { isSetAside, openReturnOf } from '#/shop/returns.ts'
import { goodsText } from '#/shop/web/index.ts'
import own from './Orders.module.css'

type Props = { part: DeskOrder['parts'][number]; isPaidHere: boolean }
type Way = { label: string; title: string; says: ReactNode }

/** The decisions of administrators about a part of an order; support only reads. */
export function OrderDecisions({ part, isPaidHere }: Props) {
  const isAdministrator = useIsAdministrator()
  const { status } = part
  const earlier = part.returns.filter((one) => isSetAside(one, status))
  if (!isAdministrator)
    return (
      (isMissingState(status) || isDecidableReturn(status) || earlier.length > 0) && (
        <p className={own.decide}>Only an administrator can decide about it.</p>
      )
    )
  const props = { part, isPaidHere }
  return (
    <>
      {isMissingState(status) && <DecideMissing {...props} seen={status} />}
      {isDecidableReturn(status) && <DecideReturn {...props} asked={openReturnOf(part)} seen={status} />}
      {isDeskCancellable(status) && <CancelPart {...props} seen={status} />}
      {earlier.map((asked) => (
        <DecideReturn key={asked.id} {...props} asked={asked} seen="return_refused" isEarlier />
      ))}
    </>
  )
}

type DecisionProps<Input> = {
  way: Way
  color?: string
  call: AdminCall<Input>
  told: string
  input: Omit<NoInfer<Input>, 'reason'>
}

/** A button that asks for a reason, for both sides and the log. */
function Decision<Input>({ way, color = 'teal', call, told, input }: DecisionProps<Input>) {
  return (
    <Decide
      call={call}
      input={input}
      label={way.label}
      title={way.title}
      reasonHint="The buyer and the seller can read it, and it’s kept in the audit log."
      longestReason={500}
      color={color}
      busy="Saving..."
      told={told}
    >
      <p>{way.says} You can’t undo this.</p>
    </Decide>
  )
}

const decided = 'Your decision is saved, and we’ve told both sides.'

/** Decides about a part or a return that never arrived, in favour of the buyer or the seller. */
function DecideMissing({ part: { id, returns, total }, isPaidHere, seen }: Props & { seen: MissingState }) {
  const back = formatMoney(seen === 'return_missing' ? openReturnOf({ returns }).amount : total)
  const isReturn = seen === 'return_missing'
  const ways: Readonly<Record<MissingDecision, Way>> = {
    refund: {
      label: isPaidHere ? 'Refund the buyer' : 'Cancel it',
      title: isPaidHere ? 'Refund the buyer?' : 'Cancel this part?',
      says: isPaidHere
        ? 'The part is cancelled, and the buyer gets back what they paid for it. The seller gets nothing.'
        : 'The part is cancelled. It was to be paid in cash, so there’s nothing to refund.',
    },
    release: {
      label: isPaidHere ? 'Pay the seller' : 'It was delivered',
      title: isPaidHere ? 'Pay the seller?' : 'Mark it as delivered?',
      says: isPaidHere
        ? 'The part counts as delivered and completed, and its money goes to the seller with the next payout.'
        : 'The part counts as delivered and completed.',
    },
  }
  const waysOfReturn: typeof ways = {
    refund: {
      label: isPaidHere ? 'Refund the buyer' : 'It was sent back',
      title: isPaidHere ? 'Refund the buyer?' : 'Mark it as returned?',
      says: isPaidHere
        ? `The return counts as received, and the buyer gets back ${back}.`
        : `The return counts as received. It was paid in cash, so the seller refunds the buyer ${back}.`,
    },
    release: {
      label: isPaidHere ? 'Pay the seller' : 'It wasn’t sent back',
      title: isPaidHere ? 'Pay the seller?' : 'End the return?',
      says: isPaidHere
        ? 'The return ends without a refund, and the money goes to the seller with the next payout.'
        : 'The return ends without a refund.',
    },
  }
  return (
    <div className={own.decide}>
      <p>
        {isReturn ? 'The seller says that the return never came.' : 'The buyer says that it never arrived.'}{' '}
        Compare the tracking with the carrier’s page before you decide.
      </p>
      <div className={own.buttons}>
        {(['refund', 'release'] as const).map((decision) => (
          <Decision
            key={decision}
            way={(isReturn ? waysOfReturn : ways)[decision]}
            call={admin.call.decideMissing}
            told={decided}
            input={{ id, seen, decision }}
          />
        ))}
      </div>
    </div>
  )
}

type DecideReturnProps = Props & {
  asked: PartReturn
  seen: DecidableReturn
  /** It was refused, and its buyer has asked for another return since. */
  isEarlier?: boolean
}

/** Decides about a return that its seller hasn't answered or has refused. */
function DecideReturn({ part, isPaidHere, asked, seen, isEarlier = false }: DecideReturnProps) {
  const { id, status } = part
  const returnId = asked.id
  const [goods, back] = [goodsText(asked, part), formatMoney(asked.amount)]
  const isRefused = seen === 'return_refused'
  return (
    <div className={own.decide}>
      <p>
        {isEarlier
          ? `The return of ${goods} for ${back} was refused before. You can approve it until ${isPaidHere ? 'the seller is paid' : 'the order is completed'}.`
          : isRefused
            ? `The seller has refused the return. After ${timers.return_refused!.days} days ${isPaidHere ? 'they’re paid' : 'the order is completed'}.`
            : `The seller hasn’t answered yet. After ${timers.return_asked!.days} days the return is approved automatically.`}
      </p>
      <div className={own.buttons}>
        <Decision
          way={{
            label: isEarlier ? 'Approve the earlier return' : 'Approve the return',
            title: isEarlier ? 'Approve the earlier return?' : 'Approve the return?',
            says: `${isEarlier && status !== 'return_refused' ? 'Once the other return is over, the buyer has' : 'The buyer has'} ${timers.return_approved!.days} days to send ${goods} back to the seller, and ${
              isPaidHere
                ? `gets back ${back} when it has arrived`
                : `the seller refunds them ${back} directly`
            }.`,
          }}
          call={admin.call.decideReturn}
          told={decided}
          input={{ id, returnId, seen, decision: 'approve' }}
        />
        {!isRefused && (
          <Decision
            way={{
              label: 'Refuse the return',
              title: 'Refuse the return?',
              says: `The buyer keeps the goods and ${isPaidHere ? 'isn’t refunded' : 'gets no money back'}.`,
            }}
            call={admin.call.decideReturn}
            told={decided}
            input={{ id, returnId, seen, decision: 'refuse' }}
          />
        )}
      </div>
    </div>
  )
}

/** Cancels a part that hasn't arrived. */
function CancelPart({ part: { id }, isPaidHere, seen }: Props & { seen: DeskCancellable }) {
  return (
    <div className={own.decide}>
      <div className={own.buttons}>
        <Decision
          way={{
            label: 'Cancel this part',
            title: 'Cancel this part?',
            says: [
              isPaidHere
                ? 'The buyer gets back what they paid for it, and the seller gets nothing.'
                : 'It was to be paid in cash, so there’s nothing to refund.',
              seen === 'shipped'
                ? 'It’s on its way already, so its products don’t go back on sale.'
                : 'Its products go back on sale, and we ask the seller not to send it.',
            ].join(' '),
          }}
          color="red"
          call={admin.call.cancelOrderPart}
          told="The part is cancelled, and we’ve told both sides."
          input={{ id, seen }}
        />
      </div>
    </div>
  )
}
