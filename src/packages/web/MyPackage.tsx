import { Button } from '@mantine/core'
import { useId } from 'react'
import { Link } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import { PayNow } from '#/payments/web/index.ts'
import { PackageHistory } from './PackageHistory.tsx'
import css from './Packages.module.css'
import { ReturnPackage } from './ReturnPackage.tsx'
import { StatusLabel } from './StatusLabel.tsx'
import { contentText, lastDayText, leftText, sessionsText } from './words.ts'

/** Shows one of the owner's packages with its actions. */
export function MyPackage({ bought }: { bought: OwnedPackage }) {
  const { status, title, trainer, reference, price, payment, balance, gone, refunded } = bought
  const titleId = useId()
  const isUsedUp = status === 'active' && balance === 0
  const isUsable = status === 'active' && balance > 0
  return (
    <article className={css.card} aria-labelledby={titleId} tabIndex={-1}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        <StatusLabel status={status} isUsedUp={isUsedUp} />
      </div>
      <p>
        {trainer.name} · {contentText(bought)}
      </p>
      {bought.paidAt && (
        <>
          <p className={css.balance}>{leftText(bought)}</p>
          <Dots bought={bought} />
        </>
      )}
      {isUsable && trainer.isBookable && (
        <p>
          Book by {lastDayText(bought)}. Unused sessions are lost after that; sessions you’ve booked by then
          stay booked.
        </p>
      )}
      {status === 'expired' && gone > 0 && (
        <p>
          It expired on {lastDayText(bought)} with {sessionsText(gone)} unused.
        </p>
      )}
      {isUsable && !trainer.isBookable && !trainer.isAway && (
        <p>
          {trainer.name} has no open day before this package expires on {lastDayText(bought)}.
          {bought.returnFor && ' You can return what’s left of it.'}
        </p>
      )}
      {status === 'active' && trainer.isAway && (
        <p>
          You can’t book {trainer.name} at the moment. The package doesn’t expire meanwhile
          {bought.returnFor ? ', and you can return what’s left of it at any time' : ''}.
        </p>
      )}
      {status === 'unpaid' && payment.payBy && (
        <p>
          Please pay by {momentText(payment.payBy)}. Otherwise the purchase lapses, and nothing is charged.
        </p>
      )}
      <p className={css.soft}>
        {reference} · {formatMoney(price)} · bought {momentText(bought.boughtAt)}
        {refunded.amount > 0 && ` · ${formatMoney(refunded)} refunded`}
      </p>
      <div className={css.actions}>
        {payment.isOpen && status === 'unpaid' && (
          <PayNow paymentId={payment.id} spoken={`Pay now: ${title}`} />
        )}
        {isUsable && trainer.isBookable && (
          <Button
            component={Link}
            to={`/services/book-a-trainer/session?trainer=${trainer.id}&package=${bought.id}`}
            aria-label={`Book a session with ${title}`}
          >
            Book a session
          </Button>
        )}
        {bought.returnFor && <ReturnPackage bought={bought} refund={bought.returnFor} />}
      </div>
      <PackageHistory bought={bought} />
    </article>
  )
}

/** Shows one dot per session: full while it can still be booked. The text above says the same. */
function Dots({ bought: { sessions, balance } }: { bought: OwnedPackage }) {
  return (
    <div className={css.dots} aria-hidden="true">
      {Array.from({ length: sessions }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots differ in nothing else
        <span key={index} className={index < balance ? css.left : undefined} />
      ))}
    </div>
  )
}
