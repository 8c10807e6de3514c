import { errorText } from '#/kernel/web/error-text.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { OwnCalendar } from '#/sitting/shapes.ts'
import { sittingText } from '#/sitting/text.ts'
import { sitting } from '#/sitting/web/sitting.ts'

type Call<Input> = (input: Input, options: { context: { key: string } }) => Promise<OwnCalendar>
type Options<Input> = { told?: string; onSaved(input: Input): void; onFailed(sentence: string): void }

/** Changes the sitter's own calendar and stores the state that the server returns. */
export function useCalendarWrite<Input>(call: Call<Input>, { told, onSaved, onFailed }: Options<Input>) {
  return useWrite(call, {
    onSuccess(calendar, input) {
      const { query } = sitting
      queryClient.setQueryData(query.ownCalendar.queryOptions().queryKey, calendar)
      for (const shown of [query.profile, query.calendar, query.sitter, query.sitters])
        void queryClient.invalidateQueries({ queryKey: shown.key() })
      if (told) toast({ kind: 'success', message: told })
      onSaved(input)
    },
    onError(error) {
      // They may have been removed in another window.
      void queryClient.invalidateQueries({ queryKey: sitting.query.ownCalendar.key() })
      onFailed(errorText(error, sittingText))
    },
  })
}
