import { useQueryClient } from '@tanstack/react-query'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { shop } from '#/shop/web/shop.ts'

/**
 * Makes a write of one sold part that loads the lists again, also when somebody was faster. `said` is confirmed aloud, because
 * the card may leave its list.
 */
export function useStep<Input>(call: Parameters<typeof useWrite<Input, unknown>>[0], said: string) {
  const client = useQueryClient()
  const reload = () =>
    Promise.all(
      [shop.query.sold, shop.query.dispensings].map((query) =>
        client.invalidateQueries({ queryKey: query.key() }),
      ),
    )
  const onSuccess = () => {
    toast({ kind: 'success', message: said })
    return reload()
  }
  return useWrite(call, { onSuccess, onError: reload })
}
