import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Loader.css'
import { Button } from '@mantine/core'
import { useReady } from './form.ts'

/** Does nothing until the page can answer for it; disabled, with words that say why, while it works. */
export function SubmitButton({ label, busy }: { label: string; busy: string | false }) {
  const ready = useReady()
  return (
    <Button type={ready ? 'submit' : 'button'} color="marigold" fullWidth disabled={busy !== false}>
      {busy || label}
    </Button>
  )
}
