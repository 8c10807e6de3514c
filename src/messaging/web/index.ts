export { MessageButton } from './MessageButton.tsx'
export { Messages } from './Messages.tsx'
export { ReportProfile } from './ReportProfile.tsx'
