import { Button } from '@mantine/core'
import { UpperModal } from '#/kernel/web/UpperModal.tsx'
import css from './UrgentFirst.module.css'

type Props = {
  opened: boolean
  /** 'trouble breathing', in the middle of a sentence. */
  sign: string | null
  onBook(): void
  onClose(): void
}

/** Offers emergency help before a video call is booked about something that may not wait for it. */
export function UrgentFirst({ opened, sign, onBook, onClose }: Props) {
  return (
    <UpperModal
      opened={opened}
      onClose={onClose}
      title="This may be an emergency"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="30rem"
      classNames={{ title: css.title }}
    >
      <p className={css.why}>
        You mention {sign}. That may not be able to wait for a video call. A clinic that is open now can help
        sooner.
      </p>
      <div className={css.actions}>
        <Button
          component="a"
          href="/emergency-services"
          target="_blank"
          rel="noopener"
          color="coral"
          data-autofocus
        >
          Get emergency help
        </Button>
        <Button variant="default" onClick={onBook}>
          Book anyway
        </Button>
      </div>
    </UpperModal>
  )
}
