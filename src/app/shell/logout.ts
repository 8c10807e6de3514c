import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { signOut } from '#/accounts/web/index.ts'
import { toast } from '#/kernel/web/toast.ts'

const mutationKey = ['sign-out']

/** Ends the session and goes home. */
export function useLogout() {
  const navigate = useNavigate()
  const { mutate, isPending } = useMutation({
    mutationKey,
    mutationFn: async () => {
      await signOut()
      await navigate('/')
    },
    onError: () => toast({ kind: 'error', message: 'An error occurred during logout' }),
  })
  return { logout: () => mutate(), busy: isPending }
}

/** True between the click and the arrival at home: who leaves by their own will is not asked to sign in. */
export function useIsLeaving() {
  return useIsMutating({ mutationKey }) > 0
}
