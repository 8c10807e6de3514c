import { Button } from '@mantine/core'
import { useBlock } from './use-safety.ts'

export function Unblock({ bookingId, name }: { bookingId: string; name: string }) {
  const { mutate, isPending } = useBlock(bookingId)
  return (
    <Button
      variant="default"
      aria-label={`Unblock ${name}`}
      aria-disabled={isPending}
      onClick={() => mutate({ bookingId, isBlocked: false })}
    >
      Unblock
    </Button>
  )
}
