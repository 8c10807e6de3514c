import { Button } from '@mantine/core'
import { toast } from '#/kernel/web/toast.ts'
import type { Report } from '#/reports/shapes.ts'
import { statusText } from '#/reports/text.ts'
import { ShareIcon } from '#/reports/web/icons.tsx'
import { nameOf } from '#/reports/web/words.ts'

/** Opens the phone's share sheet; without one, copies the link. */
export function ShareButton({ report }: { report: Report }) {
  async function share() {
    const url = `${window.location.origin}/pet-reports/${report.id}`
    const title = `${statusText[report.status]}: ${nameOf(report)}, ${report.area}`
    try {
      if (navigator.share) await navigator.share({ title, url })
      else {
        await navigator.clipboard.writeText(url)
        toast({ kind: 'success', message: 'The link is copied.' })
      }
    } catch (error) {
      // The person closed the share sheet without choosing.
      if ((error as Error).name === 'AbortError') return
      toast({ kind: 'error', message: 'We couldn’t copy the link. Please copy it from the address bar.' })
    }
  }
  return (
    <Button variant="default" leftSection={<ShareIcon />} onClick={() => void share()}>
      Share
    </Button>
  )
}
