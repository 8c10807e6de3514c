import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { loginState } from '#/app/shell/login-state.ts'
import { rememberWantedPage } from '#/app/shell/wanted-page.ts'
import type { Invitation } from '#/households/contract.ts'
import { householdLimits, invitePath } from '#/households/rules.ts'
import { householdsText } from '#/households/text.ts'
import { households, reloadHouseholds } from '#/households/web/households.ts'
import { namesOf } from '#/households/web/words.ts'
import button from '#/kernel/web/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { dayText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { useWrite } from '#/kernel/web/write.ts'
import css from './InvitePage.module.css'

const deadText = 'This link doesn’t work. There may be a newer email with another one.'
const closedText = {
  used: householdsText['households.used'],
  expired: householdsText['households.expired'],
  withdrawn: householdsText['households.withdrawn'],
  declined: householdsText['households.declined'],
}

/** Shows an invitation. Opening the page changes nothing, because mail scanners open links too. */
export default function InvitePage() {
  const { token = '' } = useParams()
  const session = useSession().state
  const query = useQuery({
    ...households.query.invitation.queryOptions({ input: { token }, staleTime: 0, retry: false }),
    enabled: session !== 'loading',
  })
  const { data, error, isFetching, refetch } = query
  const isDead = ['request.not_found', 'request.malformed'].includes(errorCode(error))
  const closed = isDead ? deadText : data && data.state !== 'open' ? closedText[data.state] : null
  return (
    <>
      <meta name="robots" content="noindex, nofollow" />
      <meta name="referrer" content="no-referrer" />
      <ViewFrame title="Invitation">
        {closed ? (
          <div className={css.message}>
            <Drawing name="no-results" width={200} />
            <p>{closed}</p>
            <Link to="/todo" className={button.quiet}>
              Go to your to-dos
            </Link>
          </div>
        ) : data?.details ? (
          <Open token={token} details={data.details} />
        ) : error && !isFetching ? (
          <div className={css.message} role="alert">
            <Drawing name="something-went-wrong" width={200} />
            <p>{errorText(error)}</p>
            <Button onClick={() => void refetch()}>Retry</Button>
          </div>
        ) : (
          <div className={css.ghost} role="status" aria-label="Loading the invitation" />
        )}
      </ViewFrame>
    </>
  )
}

type Details = NonNullable<Invitation['details']>

function Open({ token, details }: { token: string; details: Details }) {
  const { ownerName, pets, expiresAt, address, isForCaller } = details
  const path = invitePath(token)
  const remember = () => rememberWantedPage(path)
  return (
    <div className={css.card}>
      <h2>{ownerName} invites you to help with their pets</h2>
      <p>
        {pets.length > 0
          ? `You’ll see the to-dos of ${namesOf(pets.map((name) => ({ name })))} beside your own, and can tick what you’ve done.`
          : 'No pets are shared with you yet.'}
      </p>
      <ul className={css.facts}>
        <li>{ownerName} and their other helpers see your name, and what you ticked and when.</li>
        <li>You don’t see the pets’ health records, bookings or payments.</li>
        <li>You can leave at any time.</li>
      </ul>
      {isForCaller === true ? (
        <Accept token={token} ownerName={ownerName} />
      ) : isForCaller === false ? (
        <p className={css.notice}>
          This invitation is for {address}, and you’re logged in with another address. Log out and log in with
          that one, or ask {ownerName} to invite the address you use here.
        </p>
      ) : (
        <>
          <p className={css.notice}>Log in or sign up with {address} to accept.</p>
          <div className={css.buttons}>
            <Link to="/login" state={loginState(path)} className={button.accent} onClick={remember}>
              Log in
            </Link>
            <Link to="/signup" className={button.quiet} onClick={remember}>
              Sign up
            </Link>
          </div>
        </>
      )}
      {isForCaller !== false && <Decline token={token} ownerName={ownerName} />}
      <p className={css.end}>This invitation is open until {dayText(expiresAt)}.</p>
    </div>
  )
}

const failed = (error: Error) => {
  toast({ kind: 'error', message: errorText(error, householdsText) })
  void reloadHouseholds()
}

function Accept({ token, ownerName }: { token: string; ownerName: string }) {
  const [wantsReminders, setWantsReminders] = useState(true)
  const navigate = useNavigate()
  const accept = useWrite(households.call.accept, {
    onSuccess: async () => {
      toast({ kind: 'success', message: `You now help ${ownerName}’s household.` })
      await navigate('/todo')
    },
    onError: failed,
  })
  return (
    <>
      <Checkbox
        label="Also remind me of their tasks that nobody is assigned to"
        checked={wantsReminders}
        onChange={({ currentTarget }) => setWantsReminders(currentTarget.checked)}
      />
      <div className={css.buttons}>
        <Button
          color="marigold"
          aria-disabled={accept.isPending}
          onClick={() => accept.mutate({ token, wantsReminders })}
        >
          {accept.isPending ? 'Accepting...' : 'Accept'}
        </Button>
      </div>
    </>
  )
}

function Decline({ token, ownerName }: { token: string; ownerName: string }) {
  const [isAsking, setAsking] = useState(false)
  const decline = useWrite(households.call.decline, {
    onSuccess: async () => {
      setAsking(false)
      await reloadHouseholds()
    },
    onError: failed,
  })
  return (
    <div className={css.buttons}>
      <ConfirmButton
        label="Decline"
        opened={isAsking}
        onOpen={() => setAsking(true)}
        onClose={() => setAsking(false)}
        title="Decline this invitation?"
        reason="none"
        confirm="Decline"
        busy="Declining..."
        keep="Go back"
        isBusy={decline.isPending}
        onConfirm={() => decline.mutate({ token })}
      >
        <p>
          We’ll tell {ownerName}. They can’t invite you again for {householdLimits.keptDays} days.
        </p>
      </ConfirmButton>
    </div>
  )
}
