import { useReady } from './form.ts'
import css from './SubmitButton.module.css'

/** Does nothing until the page can answer for it; disabled, with words that say why, while it works. */
export function SubmitButton({ label, busy }: { label: string; busy: string | false }) {
  const ready = useReady()
  return (
    <button type={ready ? 'submit' : 'button'} className={css.submit} disabled={busy !== false}>
      {busy || label}
    </button>
  )
}
