import { onDemand } from '#/kernel/web/on-demand.ts'

/** The panel's code, fetched when somebody is about to open it. */
export const threadPanel = onDemand(() => import('./ThreadPanel.tsx'))
