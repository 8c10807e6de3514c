import { useReady } from './form.ts'
import css from './SubmitButton.module.css'

/** Does nothing until the page is hydrated. Disabled while it works, with words that say why. */
export function SubmitButton({ label, busy }: { label: string; busy: string | false }) {
  const ready = useReady()
  return (
    <button type={ready ? 'submit' : 'button'} className={css.submit} disabled={busy !== false}>
      {busy || label}
    </button>
  )
}
