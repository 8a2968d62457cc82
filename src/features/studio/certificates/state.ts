/** studying ─▶ on-its-way ─▶ issued ─▶ revoked */
export const certificateStates = ["studying", "on-its-way", "issued", "revoked"] as const;
export type CertificateState = (typeof certificateStates)[number];
