import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useSession, useSessionFailure } from '#/accounts/web/index.ts'
import { animals, followPath, injuredLimits, severities } from '#/emergency/injured.ts'
import { longest } from '#/emergency/places.ts'
import { animalText, severityText } from '#/emergency/report-text.ts'
import { safeDistance } from '#/emergency/safe-distance.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import { useKnownPlace } from '#/location/web/index.ts'
import { Back } from './Back.tsx'
import css from './Emergency.module.css'
import { Helplines } from './Helplines.tsx'
import { PhotoPart } from './report/PhotoPart.tsx'
import { PositionPart } from './report/PositionPart.tsx'
import own from './report/Report.module.css'
import {
  isKeptForUser,
  problemsOf,
  type ReportDraft,
  type ReportField,
  readSent,
  useReportDraft,
} from './report/report-draft.ts'
import { prefetchSending, useSending } from './report/use-sending.ts'
import { Sources } from './Sources.tsx'

/** Reports an injured animal to nearby rescuers, without an account. */
export default function ReportPage() {
  return (
    <div className={css.page}>
      <meta
        name="description"
        content="Report an injured animal to rescuers near you, without an account, and follow what happens."
      />
      <Back />
      <h1>Report an injured animal</h1>
      <p className={css.lead}>
        We’ll email it to rescuers near the animal. If its life is in danger, call first: the numbers are
        below.
      </p>
      <SentBefore />
      <div className={css.advice}>
        <ul className={own.steps}>
          {safeDistance.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <div className={css.avoid}>
          <h2>Not this</h2>
          <ul>
            {safeDistance.avoid.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
      </div>
      <h2 className={css.section}>What happened?</h2>
      <ReportForm />
      <h2 className={css.section}>Who to call</h2>
      <Helplines />
      <div className={css.advice}>
        <Sources sources={safeDistance.sources} />
      </div>
    </div>
  )
}

/**
 * Returns the user's ID, null for a visitor, and undefined while we can't tell. Without an answer from the server, people count as
 * visitors, unless this browser keeps a user's report: that one is neither shown nor overwritten.
 */
function usePerson(): string | null | undefined {
  const { state, user } = useSession()
  const { failed } = useSessionFailure()
  if (state === 'loading' && (!failed || isKeptForUser())) return undefined
  return user?.id ?? null
}

function SentBefore() {
  const person = usePerson()
  const sent = person === undefined ? [] : readSent(person)
  if (sent.length === 0) return null
  return (
    <ul className={own.sent}>
      {sent.map(({ token, animal, at }) => (
        <li key={token}>
          <Link to={followPath(token)} className={own.follow}>
            Follow your report from{' '}
            {new Date(at).toLocaleString('en-IN', { dateStyle: 'medium', timeStyle: 'short' })}
            {animals.some((name) => name === animal) &&
              `: ${animalText[animal as keyof typeof animalText].toLowerCase()}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const codeStep = onDemand(() => import('./report/CodeStep.tsx'))

const order: readonly ReportField[] = ['animal', 'severity', 'place', 'phone']

function ReportForm() {
  const form = useRef<HTMLFormElement>(null)
  const { state, user } = useSession()
  const { draft, change, keepSent } = useReportDraft(form, usePerson())
  const isHere = useHydrated()
  const city = useKnownPlace(user?.id ?? null)
  const [isCityTheirs, setCityTheirs] = useState(false)
  const whole: ReportDraft = { ...draft, city: isCityTheirs ? draft.city : draft.city || (city ?? '') }
  const [isTried, setTried] = useState(false)
  const problems = isTried ? problemsOf(whole) : {}
  const { busy, failure, code, submit, enter, sendAgain, back } = useSending({
    isGuest: state !== 'signed-in',
    keepSent,
  })
  const CodeStep = useOnDemand(codeStep, code !== undefined)
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (failure) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])

  function onSubmit(event: SyntheticEvent) {
    event.preventDefault()
    if (busy) return
    setTried(true)
    const found = problemsOf(whole)
    const first = order.find((field) => found[field])
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else void submit(whole)
  }
  const text = (name: 'place' | 'city' | 'note' | 'phone') => ({
    name,
    className: css.input,
    value: name === 'city' ? whole.city : draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      if (name === 'city') setCityTheirs(true)
      change({ [name]: currentTarget.value })
    },
  })
  const marked = (field: ReportField) => ({
    'aria-invalid': problems[field] !== undefined,
    'aria-describedby': problems[field] ? `report-${field}` : undefined,
  })
  return (
    <>
      <form
        ref={form}
        className={css.form}
        method="post"
        noValidate
        onFocus={prefetchSending}
        style={{ display: code && CodeStep ? 'none' : undefined }}
        onSubmit={onSubmit}
      >
        <label>
          Animal
          <select
            name="animal"
            className={css.input}
            value={draft.animal}
            onChange={({ currentTarget }) => change({ animal: currentTarget.value })}
            {...marked('animal')}
          >
            <option value="">Please choose</option>
            {animals.map((animal) => (
              <option key={animal} value={animal}>
                {animalText[animal]}
              </option>
            ))}
          </select>
          <Problem field="animal" problems={problems} />
        </label>
        <fieldset className={own.choices} aria-describedby={problems.severity && 'report-severity'}>
          <legend>How bad is it?</legend>
          {severities.map((severity) => (
            <label key={severity} className={own.choice}>
              <input
                type="radio"
                name="severity"
                value={severity}
                checked={draft.severity === severity}
                onChange={() => change({ severity })}
              />
              <span>
                <strong>{severityText[severity].name}</strong>
                <span className={own.line}>{severityText[severity].line}</span>
              </span>
            </label>
          ))}
          <Problem field="severity" problems={problems} />
        </fieldset>
        <PositionPart position={draft.position} onChange={(position) => change({ position })} />
        <div className={css.pair}>
          <label>
            Place
            <input
              {...text('place')}
              {...marked('place')}
              maxLength={injuredLimits.place}
              autoComplete="off"
              placeholder="opposite the bus stop, CMH Road"
            />
          </label>
          <label>
            City
            <input {...text('city')} maxLength={longest.city} autoComplete="address-level2" />
          </label>
        </div>
        <Problem field="place" problems={problems} />
        <PhotoPart photo={draft.photo} onChange={(photo) => change({ photo })} />
        <label>
          What do you see? <span className={own.optional}>(optional)</span>
          <textarea
            {...text('note')}
            className={`${css.input} ${own.text}`}
            rows={3}
            maxLength={injuredLimits.note}
          />
        </label>
        <label>
          Your phone number
          <input
            {...text('phone')}
            {...marked('phone')}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={20}
          />
          <Problem field="phone" problems={problems} />
          <span className={own.line}>
            Only we and the rescuers see it.
            {state !== 'signed-in' && ' We’ll send a code to it, to prevent fake reports.'}
          </span>
        </label>
        <p ref={alert} role="alert" className={own.failure}>
          {failure}
        </p>
        <button type={isHere ? 'submit' : 'button'} className={own.submit} aria-disabled={busy}>
          {busy ? 'Sending...' : 'Send report'}
        </button>
      </form>
      {code && CodeStep && (
        <CodeStep
          key={code.sentAt}
          number={code.number}
          sentAt={code.sentAt}
          leaving={busy}
          enter={(entered) => enter(whole, entered)}
          sendAgain={() => sendAgain(whole)}
          back={{ label: 'Back to the report', go: back }}
        />
      )}
    </>
  )
}

function Problem({
  field,
  problems,
}: {
  field: ReportField
  problems: Partial<Record<ReportField, string>>
}) {
  const problem = problems[field]
  return problem ? (
    <span id={`report-${field}`} className={own.problem}>
      {problem}
    </span>
  ) : null
}
