export type Channel = "email" | "sms";

/**
 * The channels for which the server has a transport. It has no SMS adapter: the database keeps the preference for the day
 * when one is added here.
 */
const CHANNELS_WITH_TRANSPORT: readonly Channel[] = ["email"];

export function canSend(channel: Channel): boolean {
  return CHANNELS_WITH_TRANSPORT.includes(channel);
}
