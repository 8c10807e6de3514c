import { CircleAlert, CircleCheck, CircleX, Info } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LineIcon } from '#/kernel/web/LineIcon.tsx'
import css from './ProgressBanner.module.css'

export type Tone = 'info' | 'good' | 'warn' | 'bad'

/** Links to another page, or to its field in the form below. */
export type Missing = { label: string; field: string; to?: string }

type Props = {
  tone: Tone
  title: string
  text: string
  needed: number
  missing: readonly Missing[]
  onField(field: string): void
  children?: ReactNode
}

const mark = { info: Info, good: CircleCheck, warn: CircleAlert, bad: CircleX }

/** Shows a profile's progress above its form, with links to what is missing. */
export function ProgressBanner({ tone, title, text, needed, missing, onField, children }: Props) {
  const done = needed - missing.length
  return (
    <section className={css.banner} data-tone={tone} aria-labelledby="standing-title">
      <LineIcon icon={mark[tone]} size={28} stroke={2} />
      <div className={css.words}>
        <h2 id="standing-title" tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
        {missing.length > 0 && (
          <>
            <div className={css.progress}>
              <progress value={done} max={needed} aria-label="Profile progress" />
              <span>
                {done} of {needed} done
              </span>
            </div>
            <h3>{done === 0 ? 'What’s missing' : 'Still missing'}</h3>
            <ul className={css.missing}>
              {missing.map(({ label, field, to }) => (
                <li key={field}>
                  {to ? (
                    <Link to={to} preventScrollReset replace>
                      {label}
                    </Link>
                  ) : (
                    <button type="button" onClick={() => onField(field)}>
                      {label}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
        {children}
      </div>
    </section>
  )
}

export function showProgress(page: HTMLElement | null): void {
  page?.querySelector<HTMLElement>('#standing-title')?.focus({ preventScroll: true })
  page?.scrollIntoView()
}

export function goToField(page: HTMLElement | null, field: string): void {
  page?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea)`)?.focus()
}
