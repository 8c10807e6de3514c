import { useLayoutEffect, useRef, useState } from 'react'
import {
  emptyPoisonDraft,
  type PoisonDraft,
  poisonAdvice,
  poisonedSpecies,
  poisonMessage,
  poisonSummary,
  whatsappLink,
} from '#/emergency/poison.ts'
import { useKept } from '#/kernel/web/form/use-kept.ts'
import { useHydrated } from '#/kernel/web/use-hydrated.ts'
import { useNow } from '#/kernel/web/use-now.ts'
import { Back } from './Back.tsx'
import { CallNow } from './CallNow.tsx'
import css from './Emergency.module.css'
import { CopyIcon, SendIcon } from './icons.tsx'
import { Sources } from './Sources.tsx'

const clock = (at: Date) =>
  `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`

export default function PoisonPage() {
  const { value: draft, change } = useKept<PoisonDraft>('poison', emptyPoisonDraft)
  const form = useRef<HTMLFormElement>(null)
  // Keeps what was typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page takes over
  useLayoutEffect(() => {
    const typed = Object.fromEntries(
      [...new FormData(form.current!)].filter(([, text]) => text !== ''),
    ) as Partial<PoisonDraft>
    if (Object.keys(typed).length > 0) change((kept) => ({ ...kept, ...typed }))
  }, [])
  const field = (name: keyof PoisonDraft) => ({
    name,
    className: css.input,
    value: draft[name],
    maxLength: 200,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      change({ ...draft, [name]: currentTarget.value }),
  })
  return (
    <div className={css.page}>
      <meta
        name="description"
        content="What to do when a pet has eaten poison, and a summary to read out to the vet."
      />
      <Back />
      <h1>Poison</h1>
      <div className={css.advice}>
        <div className={css.avoid}>
          <h2>Not this</h2>
          <ul>
            {poisonAdvice.avoid.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
      </div>
      <h2 className={css.section}>Who to call</h2>
      <CallNow />
      <h2 className={css.section}>What to do</h2>
      <div className={css.advice}>
        <ol>
          {poisonAdvice.first.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
      <h2 className={css.section}>What the vet will ask</h2>
      <p className={css.lead}>Fill in what you know. It stays in this browser; we don’t get it.</p>
      <form ref={form} className={css.form} onSubmit={(event) => event.preventDefault()}>
        <div className={css.pair}>
          <label>
            Animal
            <select
              name="species"
              className={css.input}
              value={draft.species}
              onChange={({ currentTarget }) => change({ ...draft, species: currentTarget.value })}
            >
              <option value="">Please choose</option>
              {poisonedSpecies.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <label>
            Weight in kg, about
            <input {...field('weight')} inputMode="decimal" />
          </label>
        </div>
        <label>
          What did it eat, drink or touch?
          <input {...field('what')} placeholder="rat poison, brand and colour" />
        </label>
        <label>
          How much?
          <input {...field('amount')} placeholder="half a packet" />
        </label>
        <label>
          When?
          <input {...field('when')} placeholder="20 minutes ago" />
        </label>
        <label>
          What do you see?
          <input {...field('signs')} placeholder="drooling, shaking" />
        </label>
      </form>
      <Summary draft={draft} />
      <div className={css.advice}>
        <Sources sources={poisonAdvice.sources} />
      </div>
    </div>
  )
}

function Summary({ draft }: { draft: PoisonDraft }) {
  const now = useNow()
  // The prerendered page doesn't know the time.
  const isHere = useHydrated()
  const [said, setSaid] = useState('')
  const card = useRef<HTMLElement>(null)
  const message = poisonMessage(draft, isHere ? clock(now) : null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(message)
      setSaid('Copied.')
    } catch {
      getSelection()?.selectAllChildren(card.current!)
      setSaid('Your browser doesn’t let us copy. The text is selected, so you can copy it.')
    }
  }
  return (
    <>
      <h2 id="poison-summary" className={css.section}>
        Read this out
      </h2>
      <section ref={card} className={css.summary} aria-labelledby="poison-summary">
        <dl>
          {poisonSummary(draft).map(({ label, text }) => (
            <div key={label} className={css.row}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className={css.ways}>
        <button type="button" className={css.quiet} onClick={() => void copy()}>
          <CopyIcon />
          Copy
        </button>
        <a href={whatsappLink(message)} target="_blank" rel="noopener" className={css.quiet}>
          <SendIcon />
          Send by WhatsApp
        </a>
      </div>
      <p role="status" className={css.said}>
        {said}
      </p>
    </>
  )
}
