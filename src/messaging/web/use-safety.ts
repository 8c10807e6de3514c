import { useQueryClient } from '@tanstack/react-query'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { messagingText } from '#/messaging/text.ts'
import { messaging } from './messaging.ts'
import { threadKey } from './use-thread.ts'

const tellFailure = (error: Error) => toast({ kind: 'error', message: errorText(error, messagingText) })

export function useBlock(bookingId: string, onDone?: () => void) {
  const client = useQueryClient()
  return useWrite(messaging.call.block, {
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: threadKey(bookingId) })
      // A block also ends meet & greets.
      void client.invalidateQueries({ queryKey: [['sitting']] })
      onDone?.()
    },
    onError: tellFailure,
  })
}

export function useReport(onDone: () => void) {
  return useWrite(messaging.call.report, {
    onSuccess: () => {
      toast({ kind: 'success', message: 'Thank you. We’ll look into it, and tell you the outcome.' })
      onDone()
    },
    onError: tellFailure,
  })
}
