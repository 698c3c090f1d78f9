// First of all: it may be in the address.
import "./api/account";
import { mount } from "svelte";
import App from "./App.svelte";
import { openTapped } from "./table/push.svelte";
import "./styles/tokens.css";
import "./styles/ui.css";
import "./styles/page.css";
import "./styles/table.css";

const target = document.getElementById("app");
openTapped();
if (target) mount(App, { target });
