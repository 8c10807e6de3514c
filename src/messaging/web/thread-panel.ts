import { onDemand } from '#/kernel/web/on-demand.ts'

export const threadPanel = onDemand(() => import('./ThreadPanel.tsx'))
