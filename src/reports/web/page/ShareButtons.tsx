import { Button } from '@mantine/core'
import { useSession } from '#/accounts/web/index.ts'
import { toast } from '#/kernel/web/toast.ts'
import type { Report } from '#/reports/shapes.ts'
import { statusText } from '#/reports/text.ts'
import { ShareIcon } from '#/reports/web/icons.tsx'
import { nameOf } from '#/reports/web/words.ts'
import { FlyerButton } from './FlyerButton.tsx'

/** Shares the link, by the phone's share sheet if there is one, and for people who are logged in the flyer. */
export function ShareButtons({ report }: { report: Report }) {
  const { user } = useSession()
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
    <>
      <Button variant="default" leftSection={<ShareIcon />} onClick={() => void share()}>
        Share
      </Button>
      {user && <FlyerButton id={report.id} own={report.own} />}
    </>
  )
}
