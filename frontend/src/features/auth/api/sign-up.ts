import { useMutation } from "@tanstack/react-query";

import { enter } from "./account";
import type { Credentials } from "./account";

export function useSignUp() {
  return useMutation({
    mutationFn: (credentials: Credentials) => enter("/auth/signup", credentials),
  });
}
