import { Link } from 'react-router'
import type { Standing } from '#/verification/contract.ts'
import { mayHandIn, type ProviderRecord, requirements } from '#/verification/rules.ts'
import { factText } from '#/verification/text.ts'
import css from './StandingBanner.module.css'
import { wordsOf } from './standing-words.ts'

type Props = {
  record: ProviderRecord
  standing: Standing | null
  /** Whether the tab where it is handed in is open already. */
  atVerification: boolean
  onField(field: string): void
}

const mark = {
  info: 'M12 8v.5M12 11.5v4.5',
  good: 'M8 12.5l2.75 2.75L16 9.75',
  warn: 'M12 7.5v5.5M12 16v.5',
  bad: 'M9 9l6 6M15 9l-6 6',
}

/** How the record stands, in words; what is missing, as a list that leads to each of it. */
export function StandingBanner({ record, standing, atVerification, onField }: Props) {
  const { tone, title, text } = wordsOf(standing)
  const needed = requirements[record]
  // Of someone who is found as they are nothing is asked.
  const isDone = standing?.isListed || standing?.status === 'suspended'
  const missing = isDone ? [] : (standing?.missing ?? needed)
  const done = needed.length - missing.length
  return (
    <section className={css.banner} data-tone={tone} aria-labelledby="standing-title">
      <svg className={css.mark} width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9.5" />
        <path d={mark[tone]} />
      </svg>
      <div className={css.words}>
        <h2 id="standing-title" tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
        {missing.length > 0 && standing && (
          <>
            <div className={css.progress}>
              <progress value={done} max={needed.length} aria-label="How much of the profile is there" />
              <span>
                {done} of {needed.length} done
              </span>
            </div>
            <h3>Still missing</h3>
            <ul className={css.missing}>
              {missing.map((name) => (
                <li key={name}>
                  {name === 'document' ? (
                    <Link to="?tab=verification" preventScrollReset replace>
                      {factText[name]}
                    </Link>
                  ) : (
                    <button type="button" onClick={() => onField(fieldNameOf(name))}>
                      {factText[name] ?? name}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
        {missing.length === 0 && standing && mayHandIn(standing.status) && !atVerification && (
          <p>
            <Link to="?tab=verification" preventScrollReset replace className={css.next}>
              Go on to hand it in
            </Link>
          </p>
        )}
        {standing?.status === 'suspended' && (
          <p>
            <Link to="/contact" className={css.next}>
              Contact us
            </Link>
          </p>
        )}
      </div>
    </section>
  )
}

/** `registration_council` is asked for by the field `registrationCouncil`. */
function fieldNameOf(name: string): string {
  return name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
