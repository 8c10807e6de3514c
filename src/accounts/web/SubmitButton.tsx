import { useReady } from './form.ts'
import css from './SubmitButton.module.css'

/**
 * Submits nothing by itself until the page is hydrated; earlier presses are kept (`early-presses.ts`). Disabled while it
 * works, with words that say why.
 */
export function SubmitButton({
  label,
  busyLabel,
  busy,
}: {
  label: string
  busyLabel: string
  busy: boolean
}) {
  const ready = useReady()
  return (
    <button
      type={ready ? 'submit' : 'button'}
      className={css.submit}
      disabled={busy}
      data-submits
      data-busy={busyLabel}
    >
      {busy ? busyLabel : label}
    </button>
  )
}
